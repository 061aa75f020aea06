import type { BookingRequest } from '@tendwell/contract/bookings/bookings'
import { useEffect } from 'react'
import { usePaymentStateQuery } from './payments-api.ts'

/**
 * The last attempt to pay, as the provider knows it: it may have succeeded after all. Nothing is asked before
 * the first attempt.
 */
export function useLastPayment(request: BookingRequest | undefined, reloadRequest: () => unknown) {
  const { currentData: payment, isLoading } = usePaymentStateQuery(
    { requestId: request?.id ?? 0, refresh: true },
    { skip: !request?.payment_id || request.is_paid, refetchOnMountOrArgChange: true },
  )
  const wasCharged =
    payment?.status === 'succeeded' || payment?.status === 'refunded' || payment?.is_refunding
  useEffect(() => {
    // The request is booked or closed by then.
    if (wasCharged) void reloadRequest()
  }, [wasCharged, reloadRequest])
  return { payment, isLoading }
}
