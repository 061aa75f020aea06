import type { CancellationPolicy } from '@tendwell/contract/cancellation/policies'
import { getWindowRefund, type PricedWindow } from '@tendwell/contract/cancellation/refund'

/** What the family gets back: what the policy says, all of the price or nothing. */
export type Refund = 'policy' | 'full' | 'none'

/**
 * `untilMs` is the instant until which this refund is given; null if it doesn't depend on time, or is
 * nothing.
 */
type Refunded = { percent: number; untilMs: number | null; owedCents: number; refundCents: number }

/**
 * What canceling each window at `nowMs` gives back. The policy judges each window by its own start.
 * @param windows in order of time
 * @param leftCents what is left of the payment after all refunds and what canceled windows give back; a
 *   dispute may have refunded some of the price
 * @param creditCents what the family's bank took back of the payment beyond what windows canceled before give
 *   back; it counts as paid towards these windows
 * @returns for each window `owedCents`, which comes back to the family, and `refundCents`, the part of it
 *   that we refund because the bank has not given it back
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
    refund: Refund
    leftCents: number
    creditCents: number
    nowMs: number
  },
): (Window & Refunded)[] {
  let paymentLeftCents = leftCents
  let creditLeftCents = creditCents
  return windows.map((window) => {
    const planned =
      refund === 'policy'
        ? getWindowRefund(policy, window, nowMs)
        : { refundCents: refund === 'full' ? window.priceCents : 0, untilMs: null }
    const percent = Math.round((100 * planned.refundCents) / window.priceCents)
    const owedCents = Math.min(planned.refundCents, paymentLeftCents)
    paymentLeftCents -= owedCents
    const coveredCents = Math.min(owedCents, creditLeftCents)
    creditLeftCents -= coveredCents
    return { ...window, percent, untilMs: planned.untilMs, owedCents, refundCents: owedCents - coveredCents }
  })
}

/**
 * What is still to be refunded of canceled bookings, in cents: what they give back, less what we refunded,
 * and less what the family's bank took back, which counts for those that were canceled first.
 * @param canceled in the order in which they were canceled
 * @param leftCents what neither a refund nor the bank has given back of the payment; no more than this is
 *   refunded
 * @returns cents by the booking's id; bookings of which nothing is due are left out
 * @see docs/rules/bookings.md#canceling-and-the-bank
 */
export function planDueRefunds(
  canceled: readonly { id: number; owedCents: number; refundCents: number }[],
  takenBackCents: number,
  leftCents: number,
): Map<number, number> {
  let creditLeftCents = takenBackCents
  let paymentLeftCents = leftCents
  const due = new Map<number, number>()
  for (const { id, owedCents, refundCents } of canceled) {
    const openCents = owedCents - refundCents
    const coveredCents = Math.min(openCents, creditLeftCents)
    creditLeftCents -= coveredCents
    const dueCents = Math.min(openCents - coveredCents, paymentLeftCents)
    paymentLeftCents -= dueCents
    if (dueCents > 0) due.set(id, dueCents)
  }
  return due
}
