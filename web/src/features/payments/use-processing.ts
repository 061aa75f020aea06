import type { PaymentStatus } from '@tendwell/contract/payments'
import { useEffect, useState } from 'react'
import { messageOf, statusOf } from '../../lib/errors.ts'
import { useConfirmPaymentMutation, usePaymentStateQuery } from './api.ts'

const pollMs = 1_500
/** The provider itself is asked again now and then, in case its own message was lost. */
const askMs = 6_000

/**
 * Follows a payment to its end: asks the provider at once, then polls (marketplace §9).
 * @returns what is known, and how to start over after a failure of the line
 */
export function useProcessing(requestId: number): {
  status: PaymentStatus | undefined
  failureReason: string | null
  /** Nothing was ever started at the card page. */
  isUnpaid: boolean
  /** What the server says of a failure; null while there is none. */
  failure: string | null
  retry: () => void
} {
  const [confirm] = useConfirmPaymentMutation()
  const [isOver, setOver] = useState(false)
  const query = usePaymentStateQuery(requestId, {
    pollingInterval: isOver ? 0 : pollMs,
    refetchOnMountOrArgChange: true,
  })
  const status = query.currentData?.status

  const isUnpaid = statusOf(query.error) === 404
  useEffect(() => setOver(isUnpaid || (status !== undefined && status !== 'pending')), [isUnpaid, status])

  useEffect(() => {
    if (isOver) return
    void confirm(requestId)
    const timer = setInterval(() => confirm(requestId), askMs)
    return () => clearInterval(timer)
  }, [requestId, confirm, isOver])

  return {
    status,
    failureReason: query.currentData?.failure_reason ?? null,
    isUnpaid,
    failure: query.isError ? messageOf(query.error, '') : null,
    retry: query.refetch,
  }
}
