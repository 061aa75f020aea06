import { HOUR_MS } from '@tendwell/contract/time'
import type { Deps } from '../../deps.ts'
import { listBookingIds, releaseRequest } from '../../features/bookings/index.ts'
import { insertReview } from '../../features/reviews/index.ts'
import { withTransaction } from '../../platform/database/database.ts'
import { backdate } from '../backdate.ts'
import { REVIEW_TEXTS } from '../content/reviews.ts'
import { type Demo, findPair } from '../people/accounts.ts'
import type { Random } from '../random.ts'
import { mapSideBySide } from '../side-by-side.ts'
import { addPastBooking, type Pair, toDaysBefore } from './bookings.ts'

/** How long ago the oldest bookings are. */
const HISTORY_DAYS = 110
const UNREVIEWED_SHARE = 0.15
/**
 * When the money is released after the end of a booking: later than the release delay, and still in the past.
 */
const RELEASED_AFTER_MS = 60 * HOUR_MS
/** Caregivers of past bookings that the demo family has not reviewed yet. */
const UNREVIEWED_CAREGIVERS = [4, 5, 6, 8, 9] as const

/** Adds the bookings of the last months, each caregiver's oldest first; most of them have a review. */
export async function addPastBookings({ deps, random, caregivers, families }: Demo): Promise<void> {
  const histories = caregivers.map((caregiver) => ({ caregiver, random: random.split() }))
  await mapSideBySide(histories, async ({ caregiver, random }) => {
    const bookings = Array.from({ length: random.between(2, 6) }, () => ({
      pair: { caregiver, family: random.pick(families) },
      daysAgo: random.between(8, HISTORY_DAYS),
    }))
    bookings.sort((one, other) => other.daysAgo - one.daysAgo)
    for (const { pair, daysAgo } of bookings) {
      const pastBooking = await addPastBooking(deps, random, pair, { from: -daysAgo, to: -daysAgo + 5 })
      if (pastBooking) await releaseAndReview(deps, random, pair, pastBooking)
    }
  })
}

/** Releases a booking's money and, mostly, adds a review. */
async function releaseAndReview(
  deps: Deps,
  random: Random,
  { caregiver, family }: Pair,
  { requestId, endMs }: { requestId: number; endMs: number },
): Promise<void> {
  await releaseRequest(backdate(deps, new Date(endMs + RELEASED_AFTER_MS)), requestId)
  if (random.next() < UNREVIEWED_SHARE) return
  const rating = pickRating(random)
  const [bookingId] = await listBookingIds(deps.database, requestId)
  await withTransaction(deps.database, (transaction) =>
    insertReview(transaction, {
      bookingId: bookingId as number,
      caregiverId: caregiver.id,
      familyId: family.id,
      rating,
      comment: random.pick(REVIEW_TEXTS[rating]),
      createdAt: new Date(endMs + random.between(4, 40) * HOUR_MS),
    }),
  )
}

/** Mostly 5 stars, some 4, a few 3. */
function pickRating(random: Random): keyof typeof REVIEW_TEXTS {
  const chance = random.next()
  if (chance < 0.72) return 5
  return chance < 0.95 ? 4 : 3
}

/** Adds past bookings of the demo login that wait for a review. */
export async function addUnreviewedBookings(demo: Demo): Promise<void> {
  const { deps, random } = demo
  for (const caregiver of UNREVIEWED_CAREGIVERS) {
    const pair = findPair(demo, { family: 0, caregiver })
    const pastBooking = await addPastBooking(deps, random, pair, toDaysBefore(4 + caregiver))
    if (pastBooking) await releaseRequest(backdate(deps, deps.clock.now()), pastBooking.requestId)
  }
}
