import type { CancellationPolicy } from '@tendwell/contract/cancellation/policies'
import { getWindowRefund, type PricedWindow } from '@tendwell/contract/cancellation/refund'

/** What the family gets back: what the policy says, all of the price or nothing. */
export type RefundRule = 'policy' | 'full' | 'none'

/**
 * What canceling a window gives back. `percent` is of the window's price. `untilMs` is the instant until
 * which this refund is given; null if it doesn't depend on time, or is nothing. `owedCents` comes back to the
 * family, and `refundCents` is the part of it that we refund.
 */
export type WindowRefund = { percent: number; untilMs: number | null; owedCents: number; refundCents: number }

/**
 * What canceling each window at `nowMs` gives back. The policy judges each window by its own start.
 * @param windows in order of time
 * @param leftCents what is left of the payment after all refunds and what canceled windows give back, which
 *   is the most that these windows can give back; a dispute may have refunded some of the price
 * @param creditCents what the family's bank took back of the payment beyond what windows canceled before give
 *   back; it counts as paid towards these windows
 * @returns for each window what it gives back; we refund the part that the bank has not given back
 * @see docs/rules/bookings.md#canceling
 */
export function planRefunds<Window extends PricedWindow>(
  windows: readonly Window[],
  {
    policy,
    refund,
    leftCents,
    creditCents,
    nowMs,
  }: {
    policy: CancellationPolicy
    refund: RefundRule
    leftCents: number
    creditCents: number
    nowMs: number
  },
): (Window & WindowRefund)[] {
  let paymentLeftCents = leftCents
  let takenBackLeftCents = creditCents
  return windows.map((window) => {
    const ruleRefund =
      refund === 'policy'
        ? getWindowRefund(policy, window, nowMs)
        : { refundCents: refund === 'full' ? window.priceCents : 0, untilMs: null }
    const percent = Math.round((100 * ruleRefund.refundCents) / window.priceCents)
    const owedCents = Math.min(ruleRefund.refundCents, paymentLeftCents)
    paymentLeftCents -= owedCents
    const paidByBankCents = Math.min(owedCents, takenBackLeftCents)
    takenBackLeftCents -= paidByBankCents
    return {
      ...window,
      percent,
      untilMs: ruleRefund.untilMs,
      owedCents,
      refundCents: owedCents - paidByBankCents,
    }
  })
}

/**
 * What is still to be refunded of canceled bookings, in cents: what they give back (`owedCents`), less what
 * we refunded already (`refundCents`), and less what the family's bank took back, which is set off against
 * those that were canceled first.
 * @param canceledBookings in the order in which they were canceled
 * @param takenBackCents what the bank took back of the payment
 * @param leftCents what neither a refund nor the bank has given back of the payment; no more than this is
 *   refunded
 * @returns cents by the booking's id; bookings of which nothing is due are left out
 * @see docs/rules/bookings.md#canceling-and-the-bank
 */
export function planDueRefunds(
  canceledBookings: readonly { id: number; owedCents: number; refundCents: number }[],
  takenBackCents: number,
  leftCents: number,
): Map<number, number> {
  let takenBackLeftCents = takenBackCents
  let paymentLeftCents = leftCents
  const dueByBooking = new Map<number, number>()
  for (const { id, owedCents, refundCents } of canceledBookings) {
    const unrefundedCents = owedCents - refundCents
    const paidByBankCents = Math.min(unrefundedCents, takenBackLeftCents)
    takenBackLeftCents -= paidByBankCents
    const dueCents = Math.min(unrefundedCents - paidByBankCents, paymentLeftCents)
    paymentLeftCents -= dueCents
    if (dueCents > 0) dueByBooking.set(id, dueCents)
  }
  return dueByBooking
}
