/** What a family gets back for canceling a booking. @see docs/rules/bookings.md#cancellation-policies */

import { percentOfCents } from '../money.ts'
import { DAY_MS, HOUR_MS } from '../time.ts'
import type { CancellationPolicy } from './policies.ts'

/** The percent of its price that comes back when a window is canceled at least `aheadMs` before it starts. */
type RefundStep = { aheadMs: number; percent: 100 | 50 }

/** The steps of each policy, with the largest refund first. */
const STEPS: Record<CancellationPolicy, readonly RefundStep[]> = {
  flexible: [
    { aheadMs: DAY_MS, percent: 100 },
    { aheadMs: 0, percent: 50 },
  ],
  moderate: [
    { aheadMs: 3 * DAY_MS, percent: 100 },
    { aheadMs: DAY_MS, percent: 50 },
  ],
  strict: [
    { aheadMs: 7 * DAY_MS, percent: 100 },
    { aheadMs: 48 * HOUR_MS, percent: 50 },
  ],
}

/** A policy's name and what it means, as screens, mails and receipts say it. */
export const POLICY_TEXTS: Record<CancellationPolicy, { name: string; text: string }> = {
  flexible: {
    name: 'Flexible',
    text: 'Full refund until 24 hours before the start, half after that.',
  },
  moderate: {
    name: 'Moderate',
    text: 'Full refund until 72 hours before the start, half until 24 hours before, nothing after that.',
  },
  strict: {
    name: 'Strict',
    text: 'Full refund until 7 days before the start, half until 48 hours before, nothing after that.',
  },
}

/**
 * How much of a window's price a family gets back when it cancels now. Canceling exactly 24 hours before the
 * start still counts as 24 hours ahead.
 * @param startMs when the window starts, in epoch ms
 * @returns whole percent, and until when (epoch ms) that much comes back; null when nothing comes back
 */
export function getRefund(
  policy: CancellationPolicy,
  startMs: number,
  nowMs: number,
): { percent: 0 | 50 | 100; untilMs: number | null } {
  const step = STEPS[policy].find(({ aheadMs }) => startMs - nowMs >= aheadMs)
  return step ? { percent: step.percent, untilMs: startMs - step.aheadMs } : { percent: 0, untilMs: null }
}

/**
 * Why a policy gives back this percent for a window: `It’s less than 72 hours away, so canceling refunds half`.
 * @param percent one that `getRefund` has given for this policy
 */
export function explainRefund(policy: CancellationPolicy, percent: 0 | 50 | 100): string {
  const steps = STEPS[policy]
  const refund = { 100: 'everything', 50: 'half', 0: 'nothing' }[percent]
  if (percent === 100) return `It’s at least ${formatAhead(steps[0])} away, so canceling refunds ${refund}`
  // The last step that gives back more, and has passed.
  const passedStep = steps.findLast((step) => step.percent > percent)
  return `It’s less than ${formatAhead(passedStep)} away, so canceling refunds ${refund}`
}

/** `72 hours`, or `7 days` where it is more than three. */
function formatAhead({ aheadMs }: RefundStep = { aheadMs: 0, percent: 50 }): string {
  return aheadMs > 3 * DAY_MS ? `${aheadMs / DAY_MS} days` : `${aheadMs / HOUR_MS} hours`
}

/** A booked window. `keptCents` is the least that the caregiver keeps, because the window was moved late. */
export type PricedWindow = { startMs: number; priceCents: number; keptCents: number }

/**
 * What a family gets back, in cents, when it cancels a booked window now: what the policy gives by the
 * window's start, but never what a late move left to the caregiver.
 * @returns also until when (epoch ms) that much comes back; null when nothing comes back
 * @see docs/rules/bookings.md#moving
 */
export function getWindowRefund(
  policy: CancellationPolicy,
  { startMs, priceCents, keptCents }: PricedWindow,
  nowMs: number,
): { refundCents: number; untilMs: number | null } {
  const stepsAhead = STEPS[policy]
    .map(({ aheadMs, percent }) => ({
      untilMs: startMs - aheadMs,
      refundCents: Math.min(percentOfCents(priceCents, percent), priceCents - keptCents),
    }))
    .filter(({ untilMs }) => untilMs >= nowMs)
  const refundCents = stepsAhead[0]?.refundCents ?? 0
  if (refundCents === 0) return { refundCents, untilMs: null }
  // Where the caregiver keeps much, the next step may give back as much as this one.
  const lastEqualStep = stepsAhead.findLast((step) => step.refundCents === refundCents)
  return { refundCents, untilMs: lastEqualStep?.untilMs ?? null }
}
