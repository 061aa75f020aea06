/** Refused so often, a refund counts as failed and is told of; after that it is tried once a day. */
const REFUSALS_BEFORE_REPORT = 5
const FIRST_PAUSE_MS = 10 * 60_000

/** What a refusal makes of a refund. @param refusals how many there have been, this one included */
export function decideAfterRefusal(refusals: number): {
  status: 'pending' | 'failed'
  isReported: boolean
  /** Until the next try; each pause is twice the one before. */
  pauseMs: number
} {
  const isOver = refusals >= REFUSALS_BEFORE_REPORT
  return {
    status: isOver ? 'failed' : 'pending',
    isReported: refusals === REFUSALS_BEFORE_REPORT,
    pauseMs: isOver ? 86_400_000 : FIRST_PAUSE_MS * 2 ** (refusals - 1),
  }
}

/** The part of a payment's money that may still go back: what is held for a dispute, and the fee on it. */
export function calculateRefundableCents(payment: {
  heldCents: number
  feeCents: number
  feeRefundCents: number
}): number {
  return payment.heldCents + payment.feeCents - payment.feeRefundCents
}

/** How a refund in cents is taken: from the hold, and what is beyond that from the fee. */
export function splitRefund(
  payment: { heldCents: number },
  amountCents: number,
): { fromHold: number; fromFee: number } {
  const fromHold = Math.min(amountCents, payment.heldCents)
  return { fromHold, fromFee: amountCents - fromHold }
}
