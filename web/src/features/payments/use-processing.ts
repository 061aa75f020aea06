import type { PaymentStatus } from '@tendwell/contract/payments'
import { useEffect, useState } from 'react'
import { messageOf, statusOf } from '../../lib/errors.ts'
import { useConfirmPaymentMutation, usePaymentStateQuery } from './api.ts'

const pollMs = 1_500
/** The provider itself is asked again now and then, in case its own message was lost. */
const askMs = 6_000
/** From here on it has taken longer than a payment does. */
const slowMs = 20_000

export interface Processing {
  status: PaymentStatus | undefined
  failureReason: string | null
  /** Nothing was ever started at the card page. */
  isUnpaid: boolean
  /** What the server says of money that is on its way back; null while there is none. */
  givingBack: string | null
  isSlow: boolean
  /** What the server says of a failure; null while there is none. */
  failure: string | null
  /** Asks the server and the provider at once. */
  retry: () => void
}

/** Follows a payment to its end: asks the provider at once, then polls (marketplace §9). */
export function useProcessing(requestId: number): Processing {
  const [confirm, answer] = useConfirmPaymentMutation()
  const [isOver, setOver] = useState(false)
  const query = usePaymentStateQuery(requestId, {
    pollingInterval: isOver ? 0 : pollMs,
    refetchOnMountOrArgChange: true,
  })
  const status = query.currentData?.status
  const isUnpaid = statusOf(query.error) === 404
  useEffect(() => {
    // While it is asked again nothing is known, which is no news.
    if (isUnpaid || status) setOver(status !== 'pending')
  }, [isUnpaid, status])

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
    givingBack: isGivenBack(answer.error) ? messageOf(answer.error, '') : null,
    isSlow: useSlow(isOver),
    failure: query.isError ? messageOf(query.error, '') : null,
    retry: () => {
      void confirm(requestId)
      void query.refetch()
    },
  }
}

function useSlow(isOver: boolean): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (isOver) return
    const timer = setTimeout(() => setSlow(true), slowMs)
    return () => clearTimeout(timer)
  }, [isOver])
  return isSlow
}

/** A request that lost its hours is refused with others to choose from: then its money goes back. */
function isGivenBack(error: unknown): boolean {
  const data = statusOf(error) === 409 ? (error as { data?: unknown }).data : null
  return typeof data === 'object' && data !== null && 'alternatives' in data
}
