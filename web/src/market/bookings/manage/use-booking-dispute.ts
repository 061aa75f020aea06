import { useDisputableBookingsQuery, useOwnDisputesQuery } from '../../../shared/disputes/disputes-api.ts'

/** A family's newest dispute about a booking, and whether it can open one now. */
export function useBookingDispute(requestId: number) {
  const { data: disputes } = useOwnDisputesQuery({ booking_id: requestId, page: 1 })
  const { data: disputable } = useDisputableBookingsQuery()
  return {
    dispute: disputes?.results[0],
    canOpen: disputable?.results.some(({ id }) => id === requestId) ?? false,
  }
}
