/** What the caregiver keeps of moved visits if the family cancels them. @see docs/rules/bookings.md#moving */

import type { CancellationPolicy } from '@tendwell/contract/cancellation/policies'
import { getWindowRefund, type PricedWindow } from '@tendwell/contract/cancellation/refund'
import { splitCents } from '@tendwell/contract/money'
import type { Side } from '@tendwell/contract/sign-in/accounts'

/**
 * The caregiver's share of each visit, in cents: what they would keep if the family canceled it when the move
 * was proposed. Nothing where the caregiver proposed the move: then the new start alone decides.
 */
export function calculateShares(
  visits: readonly PricedWindow[],
  {
    proposedBy,
    policy,
    proposedAtMs,
  }: { proposedBy: Side; policy: CancellationPolicy; proposedAtMs: number },
): number[] {
  return visits.map((visit) =>
    proposedBy === 'caregiver'
      ? 0
      : visit.priceCents - getWindowRefund(policy, visit, proposedAtMs).refundCents,
  )
}

/** A visit that moves: its length, its price, and the caregiver's share of it. */
type MovedVisit = { minutes: number; priceCents: number; shareCents: number }

/**
 * Carries the prices and shares of visits over to their new windows, which last as long in all. What the
 * visits cost in all is split by the new minutes. The shares go minute by minute in order of time, so that
 * the share of a late visit stays with the hours that it becomes.
 * @returns the price of each new window and what the caregiver keeps of it, in cents; both sum to those of
 *   the visits
 */
export function splitMoved(
  visits: readonly MovedVisit[],
  newMinutes: readonly number[],
): { priceCents: number; keptCents: number }[] {
  const prices = splitCents(sumOf(visits, 'priceCents'), newMinutes)
  let [priceLeft, shareLeft, carried] = [sumOf(visits, 'priceCents'), sumOf(visits, 'shareCents'), 0]
  // Rounded by itself, a part of nearly all could be a cent more than its price: the cent goes to a window
  // that has room for it.
  return moveShares(visits, newMinutes).map((share, index) => {
    const priceCents = prices[index] as number
    priceLeft -= priceCents
    const keptCents = Math.min(Math.max(share + carried, shareLeft - priceLeft, 0), priceCents)
    carried += share - keptCents
    shareLeft -= keptCents
    return { priceCents, keptCents }
  })
}

const sumOf = (visits: readonly MovedVisit[], key: 'priceCents' | 'shareCents') =>
  visits.reduce((sum, visit) => sum + visit[key], 0)

/**
 * Carries the shares of visits over to their new windows, minute by minute in order of time, so that the
 * share of a late visit stays with the hours that it becomes. The new windows last as long in all as the
 * visits.
 * @returns the share of each new window, in cents; they sum to those of the visits
 */
export function moveShares(
  visits: readonly { minutes: number; shareCents: number }[],
  newMinutes: readonly number[],
): number[] {
  let [minute, cents] = [0, 0]
  return newMinutes.map((minutes) => {
    minute += minutes
    const part = sumSharesUntil(visits, minute) - cents
    cents += part
    return part
  })
}

/** What the first minutes of visits carry, in cents. */
function sumSharesUntil(visits: readonly { minutes: number; shareCents: number }[], until: number): number {
  let left = until
  return visits.reduce((sum, { minutes, shareCents }) => {
    const counted = Math.min(left, minutes)
    left -= counted
    return sum + (splitCents(shareCents, [counted, minutes - counted])[0] as number)
  }, 0)
}
