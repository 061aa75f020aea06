import { getWindowRefund, type PricedWindow } from '@tendwell/contract/cancellation'
import type { CancellationPolicy } from '@tendwell/contract/cancellation-policies'

/** What the family gets back: what the policy says, all of the price or nothing. */
export type Refund = 'policy' | 'full' | 'none'

/** `untilMs` is until when that much comes back; null where that depends on no time, or nothing comes back. */
type Refunded = { percent: number; untilMs: number | null; refundCents: number }

/**
 * What canceling each window now gives back, each judged by its own start.
 * @param windows in order of time
 * @param leftCents what was not refunded of the payment yet: a dispute may have refunded some of the price
 * @see docs/rules/bookings.md#canceling
 */
export function planRefunds<Window extends PricedWindow>(
  windows: readonly Window[],
  {
    policy,
    refund,
    leftCents,
    nowMs,
  }: {
    policy: CancellationPolicy
    refund: Refund
    leftCents: number
    nowMs: number
  },
): (Window & Refunded)[] {
  let left = leftCents
  return windows.map((window) => {
    const planned =
      refund === 'policy'
        ? getWindowRefund(policy, window, nowMs)
        : { refundCents: refund === 'full' ? window.priceCents : 0, untilMs: null }
    const percent = Math.round((100 * planned.refundCents) / window.priceCents)
    const refundCents = Math.min(planned.refundCents, left)
    left -= refundCents
    return { ...window, percent, untilMs: planned.untilMs, refundCents }
  })
}
