import { splitCents } from '@tendwell/contract/money'
import { DAY_MS, MINUTE_MS } from '@tendwell/contract/time'

/** A bank can return the money of a succeeded refund, so `refuse` and `giveUp` also start there. */
export const REFUND_TRANSITIONS = {
  succeed: { from: ['pending', 'failed'], to: 'succeeded' },
  /** The provider refused it; it is retried soon. */
  refuse: { from: ['pending', 'failed', 'succeeded'], to: 'pending' },
  /** The provider refused it too often; it is retried once a day. */
  giveUp: { from: ['pending', 'failed', 'succeeded'], to: 'failed' },
} as const

export type RefundAction = keyof typeof REFUND_TRANSITIONS

/** After this many refusals a refund counts as failed, admins are notified, and it is retried once a day. */
const REFUSALS_BEFORE_FAILED = 5
const FIRST_PAUSE_MS = 10 * MINUTE_MS

/**
 * What follows when the provider refuses a refund. The pause before the next attempt doubles each time.
 * @param refusals how many there have been, this one included
 */
export function decideAfterRefusal(refusals: number): {
  action: 'refuse' | 'giveUp'
  notifiesAdmins: boolean
  pauseMs: number
} {
  const isFailed = refusals >= REFUSALS_BEFORE_FAILED
  return {
    action: isFailed ? 'giveUp' : 'refuse',
    notifiesAdmins: refusals === REFUSALS_BEFORE_FAILED,
    pauseMs: isFailed ? DAY_MS : FIRST_PAUSE_MS * 2 ** (refusals - 1),
  }
}

/** How much of a payment can still be refunded, in cents: what a dispute holds, and the fee. */
export function calculateRefundableCents(payment: {
  heldCents: number
  feeCents: number
  feeRefundCents: number
}): number {
  return payment.heldCents + payment.feeCents - payment.feeRefundCents
}

/**
 * Splits the refund of a canceled booking, in cents. The fee pays its share of it; the payee's part comes from escrow,
 * then from a dispute's hold, and what those lack from the fee.
 */
export function splitCancellation(
  payment: {
    amountCents: number
    escrowCents: number
    heldCents: number
    feeCents: number
    refundCents: number
    feeRefundCents: number
  },
  amountCents: number,
): { fromEscrowCents: number; fromHoldCents: number; fromFeeCents: number } {
  const { feeCents, refundCents } = payment
  const rest = payment.amountCents - refundCents - amountCents
  const [feeOfRefunds = 0] = splitCents(feeCents, [refundCents + amountCents, rest])
  const feeShareCents = Math.max(0, feeOfRefunds - payment.feeRefundCents)
  const fromEscrowCents = Math.min(amountCents - feeShareCents, payment.escrowCents)
  const fromHoldCents = Math.min(amountCents - feeShareCents - fromEscrowCents, payment.heldCents)
  return { fromEscrowCents, fromHoldCents, fromFeeCents: amountCents - fromEscrowCents - fromHoldCents }
}

/** Splits a refund, in cents: the hold pays first, the fee pays the rest. */
export function splitRefund(
  payment: { heldCents: number },
  amountCents: number,
): { fromHoldCents: number; fromFeeCents: number } {
  const fromHoldCents = Math.min(amountCents, payment.heldCents)
  return { fromHoldCents, fromFeeCents: amountCents - fromHoldCents }
}
