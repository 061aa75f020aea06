import type { CancellationPolicy } from '@tendwell/contract/cancellation/policies'
import { getWindowRefund, type PricedWindow } from '@tendwell/contract/cancellation/refund'

/** What the family gets back: what the policy says, all of the price or nothing. */
export type Refund = 'policy' | 'full' | 'none'

/**
 * `untilMs` is until when that much comes back; null where that depends on no time, or nothing comes back.
 */
type Refunded = { percent: number; untilMs: number | null; owedCents: number; refundCents: number }

/**
 * What canceling each window now gives back, each judged by its own start.
 * @param windows in order of time
 * @param leftCents what no refund or canceled window has given back of the payment yet: a dispute may have
 *   refunded some of the price
 * @param creditCents what the family's bank took back of it, beyond what canceled windows give back
 * @returns `owedCents`, what comes back for each window, and `refundCents`, what of that the bank has not
 *   given back
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
  let left = leftCents
  let credit = creditCents
  return windows.map((window) => {
    const planned =
      refund === 'policy'
        ? getWindowRefund(policy, window, nowMs)
        : { refundCents: refund === 'full' ? window.priceCents : 0, untilMs: null }
    const percent = Math.round((100 * planned.refundCents) / window.priceCents)
    const owedCents = Math.min(planned.refundCents, left)
    left -= owedCents
    const coveredCents = Math.min(owedCents, credit)
    credit -= coveredCents
    return { ...window, percent, untilMs: planned.untilMs, owedCents, refundCents: owedCents - coveredCents }
  })
}

/**
 * What is still to be refunded of canceled bookings, in cents: what they give back, less what we refunded,
 * and less what the family's bank took back, which counts for those that were canceled first.
 * @param canceled in the order in which they were canceled
 * @param leftCents what neither a refund nor the bank has given back of the payment, which is the most
 * @returns by the booking's id; those without anything are left out
 * @see docs/rules/bookings.md#canceling-and-the-bank
 */
export function planDueRefunds(
  canceled: readonly { id: number; owedCents: number; refundCents: number }[],
  takenBackCents: number,
  leftCents: number,
): Map<number, number> {
  let credit = takenBackCents
  let left = leftCents
  const due = new Map<number, number>()
  for (const { id, owedCents, refundCents } of canceled) {
    const openCents = owedCents - refundCents
    const coveredCents = Math.min(openCents, credit)
    credit -= coveredCents
    const dueCents = Math.min(openCents - coveredCents, left)
    left -= dueCents
    if (dueCents > 0) due.set(id, dueCents)
  }
  return due
}
