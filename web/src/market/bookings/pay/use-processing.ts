import { useCallback, useEffect, useState } from 'react'
import { getErrorStatus } from '../../../lib/errors.ts'
import { type Attempt, useConfirmPaymentMutation, usePaymentStateQuery } from './payments-api.ts'
import { getPaymentStage, type Stage } from './stage.ts'

const pollMs = 1_500
/** How often the provider is asked, in case its webhook was lost. A refund is polled as often. */
const askMs = 6_000
/** Until then no payment is called failed; after it the screen says that it takes longer than usual. */
const patienceMs = 20_000

export interface Processing {
  stage: Stage
  /** Why it was refused or refunded, in words for the payer. */
  reason: string | null
  isSlow: boolean
  /** Why the payment could not be read. */
  error: unknown
  /** It is being read. */
  isReading: boolean
  /** Asks the server and the provider right away. */
  retry: () => void
}

/** The provider is asked until the outcome is known. A refund is then followed until it is done. */
type Pace = 'asking' | 'following' | 'over'
const intervals: Record<Pace, number> = { asking: pollMs, following: askMs, over: 0 }
const paces: Partial<Record<Stage, Pace>> = {
  unpaid: 'over',
  booked: 'over',
  refused: 'over',
  refunded: 'over',
  refunding: 'following',
}

/**
 * Confirms a payment, then polls until it is settled. Only the attempt that the payer comes from counts: an
 * earlier one may have failed.
 * @see docs/rules/money.md#confirming-a-payment
 */
export function useProcessing(attempt: Attempt): Processing {
  const [pace, setPace] = useState<Pace>('asking')
  const { confirm, isPaid, hasAsked, isPolling } = useConfirmation(attempt, pace === 'asking')
  const query = usePaymentStateQuery(attempt, {
    skip: !isPolling,
    pollingInterval: intervals[pace],
    refetchOnMountOrArgChange: true,
  })
  const known = query.currentData
  const isUnpaid = getErrorStatus(query.error) === 404
  const isLate = useLateness()
  const problem = isUnpaid ? 'unpaid' : query.error ? 'failed' : null
  const stage = isPaid ? 'booked' : getPaymentStage({ known, problem, isLate, hasAsked })
  useEffect(() => setPace(paces[stage] ?? 'asking'), [stage])

  return {
    stage,
    reason: known?.failure_reason ?? null,
    isSlow: isLate,
    error: query.error,
    isReading: query.isFetching,
    retry: () => {
      void confirm()
      void query.refetch()
    },
  }
}

/** Asks the provider, through the server, as long as `isAsking`. */
function useConfirmation({ requestId, paymentId }: Attempt, isAsking: boolean) {
  const [send] = useConfirmPaymentMutation()
  const [isPaid, setPaid] = useState(false)
  const [hasAsked, setAsked] = useState(false)
  /** Since the first answer, or since it takes long. */
  const [isPolling, setPolling] = useState(false)

  const confirm = useCallback(async () => {
    const { data, error } = await send({ requestId, paymentId })
    if (data) setPaid(true)
    // After 409 too: the provider has answered that it is not paid.
    if (data || getErrorStatus(error) === 409) setAsked(true)
    setPolling(true)
  }, [send, requestId, paymentId])

  useEffect(() => {
    if (!isAsking) return
    void confirm()
    const asking = setInterval(confirm, askMs)
    const waiting = setTimeout(() => setPolling(true), pollMs)
    return () => {
      clearInterval(asking)
      clearTimeout(waiting)
    }
  }, [isAsking, confirm])

  return { confirm, isPaid, hasAsked, isPolling }
}

/** Whether the payer has waited for a while. */
function useLateness(): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  return isLate
}
