import type { PaymentStanding } from '@tendwell/contract/payments'
import { useEffect, useState } from 'react'
import { getErrorStatus } from '../../../lib/errors.ts'
import { useConfirmPaymentMutation, usePaymentStateQuery } from '../api.ts'
import { type Stage, toStage } from '../stage.ts'

const pollMs = 1_500
/** How often the provider is asked, in case its webhook was lost. A refund is polled as often. */
const askMs = 6_000
/** After this time the screen says that it takes longer than usual. */
const slowMs = 20_000

export interface Processing {
  stage: Stage
  /** Why it was refused or refunded, in words for the payer. */
  reason: string | null
  isSlow: boolean
  /** Why the payment could not be read. */
  error: unknown
  /** Asks the server and the provider right away. */
  retry: () => void
}

/** The provider is asked until the outcome is known. A refund is then followed until it is done. */
type Pace = 'asking' | 'following' | 'over'
const intervals: Record<Pace, number> = { asking: pollMs, following: askMs, over: 0 }

function toPace(known: PaymentStanding | undefined): Pace {
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
  const isUnpaid = getErrorStatus(query.error) === 404
  const stage = toStage(known, isUnpaid ? 'unpaid' : query.isError ? 'failed' : null)
  useEffect(() => {
    // While the payment reloads, polling continues at the same pace.
    if (isUnpaid || known) setPace(toPace(known))
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
    error: query.error,
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
