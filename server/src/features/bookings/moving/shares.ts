/**
 * A caregiver's share of moved visits: what the caregiver keeps if the family cancels the visits.
 * @see docs/rules/bookings.md#moving
 */

import type { CancellationPolicy } from '@tendwell/contract/cancellation/policies'
import { getWindowRefund, type PricedWindow } from '@tendwell/contract/cancellation/refund'
import { splitCents } from '@tendwell/contract/money'
import type { Side } from '@tendwell/contract/sign-in/accounts'

/**
 * The caregiver's share of each visit, in cents: what they would keep if the family canceled it when the move
 * was proposed. 0 if the caregiver proposed the move: then only the new start decides what a cancellation
 * gives back.
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
 * Splits the prices and shares of visits among their new windows, which last as long in all. The total price
 * is split in proportion to the new minutes. Each share follows its visit minute by minute, in order of time,
 * so that the share of a visit that was moved late stays with the hours it is moved to.
 * @returns the price of each new window and what the caregiver keeps of it, in cents; both sum to the totals
 *   of the visits
 */
export function splitPricesAndShares(
  visits: readonly MovedVisit[],
  newMinutes: readonly number[],
): { priceCents: number; keptCents: number }[] {
  const prices = splitCents(sumOf(visits, 'priceCents'), newMinutes)
  let priceLeftCents = sumOf(visits, 'priceCents')
  let shareLeftCents = sumOf(visits, 'shareCents')
  let carriedCents = 0
  // Rounding can make a share a cent larger than the price of its window. That cent is carried to a window
  // whose price leaves room for it.
  return splitShares(visits, newMinutes).map((shareCents, index) => {
    const priceCents = prices[index] as number
    priceLeftCents -= priceCents
    // What is left of the shares must fit into the prices of the later windows; the rest is kept here.
    const leastCents = shareLeftCents - priceLeftCents
    const keptCents = Math.min(Math.max(shareCents + carriedCents, leastCents, 0), priceCents)
    carriedCents += shareCents - keptCents
    shareLeftCents -= keptCents
    return { priceCents, keptCents }
  })
}

const sumOf = (visits: readonly MovedVisit[], key: 'priceCents' | 'shareCents') =>
  visits.reduce((sum, visit) => sum + visit[key], 0)

/**
 * Splits the shares of visits among their new windows, minute by minute in order of time: a window that takes
 * the first half of a visit's minutes takes half of its share. The new windows last as long in all as the
 * visits.
 * @returns the share of each new window, in cents; they sum to those of the visits
 */
export function splitShares(
  visits: readonly { minutes: number; shareCents: number }[],
  newMinutes: readonly number[],
): number[] {
  let [minutesSoFar, centsSoFar] = [0, 0]
  return newMinutes.map((minutes) => {
    minutesSoFar += minutes
    const windowShareCents = sumSharesOfFirstMinutes(visits, minutesSoFar) - centsSoFar
    centsSoFar += windowShareCents
    return windowShareCents
  })
}

/** The shares that the first `minuteCount` minutes of visits have together, in cents. */
function sumSharesOfFirstMinutes(
  visits: readonly { minutes: number; shareCents: number }[],
  minuteCount: number,
): number {
  let minutesLeft = minuteCount
  return visits.reduce((sum, { minutes, shareCents }) => {
    const countedMinutes = Math.min(minutesLeft, minutes)
    minutesLeft -= countedMinutes
    return sum + (splitCents(shareCents, [countedMinutes, minutes - countedMinutes])[0] as number)
  }, 0)
}
