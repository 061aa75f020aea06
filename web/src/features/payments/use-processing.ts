import type { PaymentStanding } from '@tendwell/contract/payments'
import { useEffect, useState } from 'react'
import { messageOf, statusOf } from '../../lib/errors.ts'
import { useConfirmPaymentMutation, usePaymentStateQuery } from './api.ts'
import { type Stage, stageOf } from './stage.ts'

const pollMs = 1_500
/** The provider itself is asked again now and then, in case its own message was lost. A refund is looked at as often. */
const askMs = 6_000
/** From here on it has taken longer than a payment does. */
const slowMs = 20_000

export interface Processing {
  stage: Stage
  /** Why it was refused, or goes back, in words for the payer. */
  reason: string | null
  isSlow: boolean
  /** What the server says where it could not be asked. */
  problem: string | null
  /** Asks the server and the provider at once. */
  retry: () => void
}

/** Until it is known what came of it the provider is asked; a refund is then followed; the rest is over. */
type Pace = 'asking' | 'following' | 'over'
const intervals: Record<Pace, number> = { asking: pollMs, following: askMs, over: 0 }

function paceOf(known: PaymentStanding | undefined): Pace {
  if (known?.status !== 'pending') return 'over'
  return known.is_refunding ? 'following' : 'asking'
}

/** Confirms a payment, then polls until it is settled. @see docs/rules/money.md#confirming-a-payment */
export function useProcessing(requestId: number): Processing {
  const [confirm] = useConfirmPaymentMutation()
  const [pace, setPace] = useState<Pace>('asking')
  const query = usePaymentStateQuery(requestId, {
    pollingInterval: intervals[pace],
    refetchOnMountOrArgChange: true,
  })
  const known = query.currentData
  const isUnpaid = statusOf(query.error) === 404
  const stage = stageOf(known, isUnpaid ? 'unpaid' : query.isError ? 'failed' : null)
  useEffect(() => {
    // While it is asked again nothing is known, which is no news.
    if (isUnpaid || known) setPace(paceOf(known))
  }, [isUnpaid, known])

  useEffect(() => {
    if (pace !== 'asking') return
    void confirm(requestId)
    const timer = setInterval(() => confirm(requestId), askMs)
    return () => clearInterval(timer)
  }, [requestId, confirm, pace])

  return {
    stage,
    reason: known?.failure_reason ?? null,
    isSlow: useSlow(pace !== 'asking'),
    problem: query.isError ? messageOf(query.error, '') : null,
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
