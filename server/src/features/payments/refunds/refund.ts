import { splitCents } from '@tendwell/contract/money'
import { DAY_MS, MINUTE_MS } from '@tendwell/contract/time'

/**
 * The keys of refunds of settled payments begin so. Refunds of payments that booked nothing have other keys
 * (`refund-12`).
 */
export const SETTLED_REFUND_PREFIX = 'refund:'

/**
 * The transitions of a refund. A bank can return the money of a succeeded refund, so `refuse` and `giveUp`
 * also start from `succeeded`. Nothing follows `taken_back`.
 */
export const REFUND_TRANSITIONS = {
  succeed: { from: ['pending', 'failed'], to: 'succeeded' },
  /** The provider refused the refund; it is retried soon. */
  refuse: { from: ['pending', 'failed', 'succeeded'], to: 'pending' },
  /** The provider refused the refund too often; it is retried once a day. */
  giveUp: { from: ['pending', 'failed', 'succeeded'], to: 'failed' },
  /** The payer's bank gave the money back itself, so nothing is sent. */
  takeBack: { from: ['pending', 'failed'], to: 'taken_back' },
} as const

export type RefundAction = keyof typeof REFUND_TRANSITIONS

/** Whether nothing is left to be sent of a refund. */
export function isFinished({ status }: { status: (typeof REFUND_TRANSITIONS)[RefundAction]['to'] }): boolean {
  return status === 'succeeded' || status === 'taken_back'
}

/** After this many refusals a refund counts as failed, finance is notified, and it is retried once a day. */
const REFUSALS_BEFORE_FAILED = 5
const FIRST_PAUSE_MS = 10 * MINUTE_MS

/**
 * What follows when the provider refuses a refund. The pause before the next attempt doubles each time, and
 * is a day once the refund counts as failed.
 * @param refusals how many refusals there have been, this one included
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

/**
 * How much of a payment a dispute can still refund, in cents: the money on hold and the fee, less what was
 * refunded or taken back.
 * @param takenBackCents what the payer's bank took back of the payment
 */
export function calculateRefundableCents(
  payment: {
    amountCents: number
    heldCents: number
    feeCents: number
    refundCents: number
    feeRefundCents: number
  },
  takenBackCents = 0,
): number {
  const holdAndFeeCents = payment.heldCents + payment.feeCents - payment.feeRefundCents
  return Math.max(0, Math.min(holdAndFeeCents, payment.amountCents - payment.refundCents - takenBackCents))
}

/**
 * How much of a payment's refunds would pay the family twice, in cents, because its bank has paid that amount
 * already.
 */
export function calculateDoubleCents(
  { amountCents, refundCents }: { amountCents: number; refundCents: number },
  takenBackCents: number,
): number {
  return Math.max(0, refundCents + takenBackCents - amountCents)
}

/** The columns of a payment, in cents, from which the fee's share of a refund is calculated. */
type FeeParts = {
  amountCents: number
  feeCents: number
  refundCents: number
  feeRefundCents: number
  borneCents: number
}

/**
 * How much of a new refund the platform's fee pays, in cents: the fee's share of all refunds, this one
 * included, less what the fee has paid of earlier ones. What Tendwell bore doesn't count.
 */
function calculateFeeShare(payment: FeeParts, amountCents: number): number {
  const refundedCents = payment.refundCents - payment.borneCents + amountCents
  const [feeOfRefundsCents = 0] = splitCents(payment.feeCents, [
    refundedCents,
    payment.amountCents - refundedCents,
  ])
  return Math.max(0, feeOfRefundsCents - payment.feeRefundCents)
}

/**
 * Splits the refund of canceled bookings, in cents. The fee pays its share; the rest comes from escrow, then
 * from the money on hold, and if both don't suffice, from the fee too.
 */
export function splitCancellation(
  payment: FeeParts & { escrowCents: number; heldCents: number },
  amountCents: number,
): { fromEscrowCents: number; fromHoldCents: number; fromFeeCents: number } {
  const feeShareCents = calculateFeeShare(payment, amountCents)
  const fromEscrowCents = Math.min(amountCents - feeShareCents, payment.escrowCents)
  const fromHoldCents = Math.min(amountCents - feeShareCents - fromEscrowCents, payment.heldCents)
  return { fromEscrowCents, fromHoldCents, fromFeeCents: amountCents - fromEscrowCents - fromHoldCents }
}

/** Who pays for a refund that staff make. */
export type RefundBearer = 'caregiver' | 'tendwell'

/** A settled payment, with how much of it is in its payee's available balance. */
type Refundable = FeeParts & { escrowCents: number; availableCents: number }

/**
 * What staff can refund of a settled payment, in cents: `totalCents` in all, and `caregiverCents` if the
 * caregiver bears it. The fee then pays its share of the refund; the rest can't be more than the caregiver's
 * money of this payment in escrow and in the available balance.
 * @param notRefundableCents the part that staff can't refund: what was paid for visits that have not begun
 *   (staff cancel these), and what the payer's bank took back
 * @see docs/rules/money.md#refunds-by-staff
 */
export function calculateStaffRefundable(
  payment: Refundable,
  notRefundableCents: number,
): { totalCents: number; caregiverCents: number } {
  const totalCents = Math.max(0, payment.amountCents - payment.refundCents - notRefundableCents)
  const caregiverMoneyCents = payment.escrowCents + payment.availableCents
  // A larger refund takes more from the caregiver, so a binary search finds the largest that the caregiver
  // can bear.
  let [caregiverCents, tooMuchCents] = [0, totalCents + 1]
  while (tooMuchCents - caregiverCents > 1) {
    const cents = Math.floor((caregiverCents + tooMuchCents) / 2)
    if (cents - calculateFeeShare(payment, cents) <= caregiverMoneyCents) caregiverCents = cents
    else tooMuchCents = cents
  }
  return { totalCents, caregiverCents }
}

/**
 * Splits a refund that staff make, in cents. If the caregiver bears it, their part comes from escrow, then
 * from the available balance.
 */
export function splitStaffRefund(
  payment: Refundable,
  { amountCents, bearer }: { amountCents: number; bearer: RefundBearer },
): { fromEscrowCents: number; fromAvailableCents: number; fromFeeCents: number; borneCents: number } {
  if (bearer === 'tendwell') {
    return { fromEscrowCents: 0, fromAvailableCents: 0, fromFeeCents: 0, borneCents: amountCents }
  }
  const fromFeeCents = calculateFeeShare(payment, amountCents)
  const fromEscrowCents = Math.min(amountCents - fromFeeCents, payment.escrowCents)
  const fromAvailableCents = amountCents - fromFeeCents - fromEscrowCents
  return { fromEscrowCents, fromAvailableCents, fromFeeCents, borneCents: 0 }
}

/** Splits the refund of a disputed payment, in cents: the money on hold pays first, the fee pays the rest. */
export function splitDisputeRefund(
  payment: { heldCents: number },
  amountCents: number,
): { fromHoldCents: number; fromFeeCents: number } {
  const fromHoldCents = Math.min(amountCents, payment.heldCents)
  return { fromHoldCents, fromFeeCents: amountCents - fromHoldCents }
}
