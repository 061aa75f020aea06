import type { Deps } from '../deps.ts'
import { confirmRequest, listBookingIds, releaseRequest } from '../features/bookings/index.ts'
import { insertReview } from '../features/reviews/index.ts'
import { withTransaction } from '../platform/database.ts'
import type { Caregiver, Family } from './accounts.ts'
import { backdate } from './backdate.ts'
import { answer, ask, bookInThePast, checkOut, freeHours, pickHours } from './bookings.ts'
import type { Random } from './random.ts'
import { REVIEW_TEXTS } from './specialties.ts'

const HOUR_MS = 3_600_000
const HISTORY_DAYS = 110
const WITHOUT_REVIEW = 0.15
/** Long enough for any delay that is set, short enough to lie in the past. */
const RELEASED_AFTER_MS = 60 * HOUR_MS

/** Stars as premium care earns them. */
function pickRating(random: Random): number {
  const drawn = random.next()
  if (drawn < 0.72) return 5
  return drawn < 0.95 ? 4 : 3
}

/** A booking that is to have been, so many days ago. */
type Memory = { caregiver: Caregiver; family: Family; daysAgo: number }

/** The bookings of the last months, most of them reviewed, made in the order in which they were. */
export async function addPast(
  deps: Deps,
  random: Random,
  caregivers: readonly Caregiver[],
  families: readonly Family[],
): Promise<void> {
  const memories: Memory[] = caregivers.flatMap((caregiver) =>
    Array.from({ length: random.between(2, 6) }, () => ({
      caregiver,
      family: random.pick(families),
      daysAgo: random.between(8, HISTORY_DAYS),
    })),
  )
  memories.sort((one, other) => other.daysAgo - one.daysAgo)
  for (const memory of memories) await addMemory(deps, random, memory)
}

async function addMemory(deps: Deps, random: Random, { caregiver, family, daysAgo }: Memory): Promise<void> {
  const hours = pickHours(random, await freeHours(deps, caregiver, { from: -daysAgo, to: -daysAgo + 5 }))
  if (!hours) return
  const request = await bookInThePast(deps, { caregiver, family, hours })
  await releaseRequest(backdate(deps, new Date(hours.endMs + RELEASED_AFTER_MS)), request.id)
  if (random.next() < WITHOUT_REVIEW) return
  const rating = pickRating(random)
  const [bookingId] = await listBookingIds(deps.database, request.id)
  await withTransaction(deps.database, (transaction) =>
    insertReview(transaction, {
      bookingId: bookingId as number,
      caregiverId: caregiver.id,
      caretakerId: family.id,
      rating,
      comment: random.pick(REVIEW_TEXTS[rating] ?? []),
      createdAt: new Date(hours.endMs + random.between(4, 40) * HOUR_MS),
    }),
  )
}

type Meeting = { deps: Deps; random: Random; family: Family; caregiver: Caregiver }

/** A request for free hours of the next weeks, sent some hours ago. */
async function askAhead({ deps, random, family, caregiver }: Meeting, hoursAgo: number) {
  const hours = pickHours(random, await freeHours(deps, caregiver, { from: 3, to: 24 }))
  if (!hours) throw new Error(`${caregiver.name} has no free hours in the next weeks`)
  const then = backdate(deps, new Date(deps.clock.now().getTime() - hoursAgo * HOUR_MS))
  return { then, hours, request: await ask(then, family, caregiver, hours) }
}

async function answerAhead(meeting: Meeting, status: 'accepted' | 'rejected', hoursAgo: number) {
  const asked = await askAhead(meeting, hoursAgo)
  await answer(asked.then, asked.request, status)
  return asked
}

async function bookAhead(meeting: Meeting, hoursAgo: number): Promise<void> {
  const { then, request } = await answerAhead(meeting, 'accepted', hoursAgo)
  await checkOut(then, request, 'pays')
  await confirmRequest(then, meeting.family.id, request.id)
}

/** Two families pay for the same hours; the second one's payment is given back. */
async function meetInConflict(meeting: Meeting, rival: Family): Promise<void> {
  const { deps, caregiver, family } = meeting
  const { then, hours, request } = await answerAhead(meeting, 'accepted', 50)
  const first = await ask(then, rival, caregiver, hours)
  await answer(then, first, 'accepted')
  await checkOut(then, request, 'pays')
  await checkOut(then, first, 'pays')
  await confirmRequest(then, rival.id, first.id)
  // It is refused because the hours are gone; the refund itself is then a job of its own.
  await confirmRequest(deps, family.id, request.id).catch(() => undefined)
}

/** What lies ahead: requests, bookings and payments in every state, most of them around the demo's own logins. */
export async function addPresent(
  deps: Deps,
  random: Random,
  caregivers: readonly Caregiver[],
  families: readonly Family[],
): Promise<void> {
  const caregiver = (index: number) => caregivers[index] as Caregiver
  const family = (index: number) => families[index] as Family
  const meet = (familyIndex: number, caregiverIndex: number): Meeting => ({
    deps,
    random,
    family: family(familyIndex),
    caregiver: caregiver(caregiverIndex),
  })

  await bookAhead(meet(0, 0), 60)
  await bookAhead(meet(0, 1), 30)
  await answerAhead(meet(0, 2), 'rejected', 40)
  await meetInConflict(meet(0, 3), family(11))
  const { then, request } = await answerAhead(meet(0, 4), 'accepted', 26)
  await checkOut(then, request, 'leaves')
  const { request: underWay } = await answerAhead(meet(0, 5), 'accepted', 5)
  await checkOut(backdate(deps, deps.clock.now()), underWay, 'leaves')
  await bookAhead(meet(1, 0), 20)
  for (let index = 6; index < 20; index += 1) await bookAhead(meet(1 + (index % 11), index), index)
  for (let index = 20; index < 28; index += 1) await askAhead(meet(1 + (index % 11), index), index)

  // The newest are told as they would be today, so that bells and the mailbox have something to say.
  for (const index of [2, 3]) {
    const hours = pickHours(random, await freeHours(deps, caregiver(0), { from: 3, to: 24 }))
    if (hours) await ask(deps, family(index), caregiver(0), hours)
  }
  const last = await askAhead(meet(0, 6), 3)
  await answer(deps, last.request, 'accepted')
}
