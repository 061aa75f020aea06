import { HOUR_MS } from '@tendwell/contract/time'
import type { Deps } from '../../deps.ts'
import { confirmRequest, listBookingIds, releaseRequest } from '../../features/bookings/index.ts'
import { insertReview } from '../../features/reviews/index.ts'
import { withTransaction } from '../../platform/database/database.ts'
import { backdate } from '../backdate.ts'
import { REVIEW_TEXTS } from '../content/specialties.ts'
import type { Caregiver, Family } from '../people/accounts.ts'
import type { Random } from '../random.ts'
import { mapSideBySide } from '../side-by-side.ts'
import { addRequest, answer, bookInThePast, checkOut, listFreeSlots, pickHours } from './bookings.ts'

const HISTORY_DAYS = 110
const UNREVIEWED_SHARE = 0.15
/** After the end of a booking: longer than the release delay, and still in the past. */
const RELEASED_AFTER_MS = 60 * HOUR_MS

/** Mostly 5 stars, some 4, a few 3. */
function pickRating(random: Random): number {
  const chance = random.next()
  if (chance < 0.72) return 5
  return chance < 0.95 ? 4 : 3
}

/** A booking to add, `daysAgo` days in the past. */
type PastBooking = { caregiver: Caregiver; family: Family; daysAgo: number }

/** Adds the bookings of the last months, each caregiver's oldest first; most of them have a review. */
export async function addPastBookings(
  deps: Deps,
  random: Random,
  caregivers: readonly Caregiver[],
  families: readonly Family[],
): Promise<void> {
  const histories = caregivers.map((caregiver) => ({ caregiver, random: random.split() }))
  await mapSideBySide(histories, async ({ caregiver, random }) => {
    const bookings = Array.from({ length: random.between(2, 6) }, () => ({
      caregiver,
      family: random.pick(families),
      daysAgo: random.between(8, HISTORY_DAYS),
    }))
    bookings.sort((one, other) => other.daysAgo - one.daysAgo)
    for (const booking of bookings) await addPastBooking(deps, random, booking)
  })
}

async function addPastBooking(
  deps: Deps,
  random: Random,
  { caregiver, family, daysAgo }: PastBooking,
): Promise<void> {
  const hours = pickHours(random, await listFreeSlots(deps, caregiver, { from: -daysAgo, to: -daysAgo + 5 }))
  if (!hours) return
  const request = await bookInThePast(deps, { caregiver, family, hours })
  await releaseRequest(backdate(deps, new Date(hours.endMs + RELEASED_AFTER_MS)), request.id)
  if (random.next() < UNREVIEWED_SHARE) return
  const rating = pickRating(random)
  const [bookingId] = await listBookingIds(deps.database, request.id)
  await withTransaction(deps.database, (transaction) =>
    insertReview(transaction, {
      bookingId: bookingId as number,
      caregiverId: caregiver.id,
      familyId: family.id,
      rating,
      comment: random.pick(REVIEW_TEXTS[rating] ?? []),
      createdAt: new Date(hours.endMs + random.between(4, 40) * HOUR_MS),
    }),
  )
}

type Match = { deps: Deps; random: Random; family: Family; caregiver: Caregiver }

/** Adds a request for free hours in the next weeks, sent `hoursAgo` hours ago. */
async function addUpcomingRequest({ deps, random, family, caregiver }: Match, hoursAgo: number) {
  const hours = pickHours(random, await listFreeSlots(deps, caregiver, { from: 3, to: 24 }))
  if (!hours) throw new Error(`${caregiver.name} has no free hours in the next weeks`)
  const then = backdate(deps, new Date(deps.clock.now().getTime() - hoursAgo * HOUR_MS))
  return { then, hours, request: await addRequest(then, family, caregiver, hours) }
}

async function addAnsweredRequest(match: Match, status: 'accepted' | 'rejected', hoursAgo: number) {
  const upcoming = await addUpcomingRequest(match, hoursAgo)
  await answer(upcoming.then, upcoming.request, status)
  return upcoming
}

async function addUpcomingBooking(match: Match, hoursAgo: number): Promise<void> {
  const { then, request } = await addAnsweredRequest(match, 'accepted', hoursAgo)
  await checkOut(then, request, 'pays')
  await confirmRequest(then, match.family.id, request.id)
}

/** Two families pay for the same hours; the later payment is refunded. */
async function addPaymentConflict(match: Match, rival: Family): Promise<void> {
  const { deps, caregiver, family } = match
  const { then, hours, request } = await addAnsweredRequest(match, 'accepted', 50)
  const first = await addRequest(then, rival, caregiver, hours)
  await answer(then, first, 'accepted')
  await checkOut(then, request, 'pays')
  await checkOut(then, first, 'pays')
  await confirmRequest(then, rival.id, first.id)
  // Rejected because the hours are taken; a job makes the refund.
  await confirmRequest(deps, family.id, request.id).catch(() => undefined)
}

/** Adds upcoming requests, bookings and payments in every state, many of them for the demo logins. */
export async function addUpcomingBookings(
  deps: Deps,
  random: Random,
  caregivers: readonly Caregiver[],
  families: readonly Family[],
): Promise<void> {
  const caregiver = (index: number) => caregivers[index] as Caregiver
  const family = (index: number) => families[index] as Family
  const match = (familyIndex: number, caregiverIndex: number): Match => ({
    deps,
    random,
    family: family(familyIndex),
    caregiver: caregiver(caregiverIndex),
  })

  await addUpcomingBooking(match(0, 0), 60)
  await addUpcomingBooking(match(0, 1), 30)
  await addAnsweredRequest(match(0, 2), 'rejected', 40)
  await addPaymentConflict(match(0, 3), family(11))
  const { then, request } = await addAnsweredRequest(match(0, 4), 'accepted', 26)
  await checkOut(then, request, 'leaves')
  const { request: inCheckout } = await addAnsweredRequest(match(0, 5), 'accepted', 5)
  await checkOut(backdate(deps, deps.clock.now()), inCheckout, 'leaves')
  await addUpcomingBooking(match(1, 0), 20)
  for (let index = 6; index < 20; index += 1) await addUpcomingBooking(match(1 + (index % 11), index), index)
  for (let index = 20; index < 28; index += 1) await addUpcomingRequest(match(1 + (index % 11), index), index)

  // The newest ones publish their events, so that there are notifications and emails.
  for (const index of [2, 3]) {
    const hours = pickHours(random, await listFreeSlots(deps, caregiver(0), { from: 3, to: 24 }))
    if (hours) await addRequest(deps, family(index), caregiver(0), hours)
  }
  const last = await addUpcomingRequest(match(0, 6), 3)
  await answer(deps, last.request, 'accepted')
}
