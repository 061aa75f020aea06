import { type Booked, listFreeSlots, type Slot } from '@tendwell/contract/availability/slots'
import { addDays, DAY_MS, type Interval, MINUTE_MS, toLocalDate } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import { type Transaction, withTransaction } from '../../../platform/database/database.ts'
import { loadAvailability, toSpan } from '../calendar/calendar.ts'
import { getOfferEndMs } from '../calendar/offers.ts'
import { deleteBookedTimes, insertBookedTimes, type LockedCaregiver, lockCaregiver } from '../store.ts'
import {
  deleteFreeDaysBefore,
  type FreeDay,
  findFilledUntil,
  listCaregiversToExtend,
  replaceFreeDays,
  setFilledUntil,
} from './free-day-store.ts'

/**
 * Free days are filled this far beyond what families can request, and extended once fewer than
 * `EXTEND_BELOW_SPARE_DAYS` are left: about once a week.
 */
const SPARE_DAYS = 14
const EXTEND_BELOW_SPARE_DAYS = 7
/** A slot with its buffer extends at most this far beyond the hours that changed. */
const MARGIN_DAYS = 2
const BATCH_SIZE = 200

/** Groups free slots by the UTC day on which they start. @param slots sorted by start */
export function groupByUtcDay(slots: readonly Slot[]): FreeDay[] {
  const days = new Map<string, FreeDay>()
  for (const { startMs, endMs } of slots) {
    const day = toLocalDate(startMs, 'UTC')
    const freeDay = days.get(day) ?? { day, starts: [], ends: [] }
    freeDay.starts.push(startMs / MINUTE_MS)
    freeDay.ends.push(endMs / MINUTE_MS)
    days.set(day, freeDay)
  }
  return [...days.values()]
}

/**
 * Rewrites a caregiver's free days from their hours, time off and bookings. Every transaction that changes
 * one of these must call it while it holds the caregiver's lock for update.
 * @param changedSpan the interval (epoch ms) in which anything changed; without it everything ahead is
 *   rewritten
 * @see docs/rules/availability.md#free-times
 */
export async function refreshFreeDays(
  transaction: Transaction,
  { clock }: Pick<Deps, 'clock'>,
  { caregiverId }: Pick<LockedCaregiver, 'caregiverId'>,
  changedSpan?: Interval,
): Promise<void> {
  const nowMs = clock.now().getTime()
  const today = toLocalDate(nowMs, 'UTC')
  const filledUntil = await findFilledUntil(transaction, caregiverId)
  // Everything ahead, unless the days are filled and only a part changed.
  let firstDay = today
  let lastDay = addDays(toLocalDate(getOfferEndMs(nowMs), 'UTC'), SPARE_DAYS)
  if (changedSpan && filledUntil) {
    const firstChangedDay = toLocalDate(changedSpan.startMs - MARGIN_DAYS * DAY_MS, 'UTC')
    const lastChangedDay = toLocalDate(changedSpan.endMs + MARGIN_DAYS * DAY_MS, 'UTC')
    firstDay = firstChangedDay > today ? firstChangedDay : today
    lastDay = lastChangedDay < filledUntil ? lastChangedDay : filledUntil
  } else {
    await setFilledUntil(transaction, caregiverId, lastDay)
  }
  if (firstDay > lastDay) return
  const fromMs = Date.parse(firstDay)
  const toMs = Date.parse(lastDay) + DAY_MS
  const availability = await loadAvailability(transaction, { clock }, caregiverId, { fromMs, toMs })
  // Includes today's slots that have begun, so that the rows stay valid all day. Queries leave those slots
  // out.
  const slots = listFreeSlots({ ...availability, nowMs: fromMs, fromMs, toMs })
  await replaceFreeDays(transaction, caregiverId, { first: firstDay, last: lastDay }, groupByUtcDay(slots))
}

/**
 * Books intervals of a caregiver's time (epoch ms) with the buffer after each, so that they are no longer
 * offered. The caller has locked the caregiver for update.
 * @returns the ids of the booked times, in the order of the intervals
 * @throws AppError 409 `hours_taken` when they overlap other booked times or their buffers; the transaction
 *   is then aborted
 * @see docs/rules/bookings.md#paying
 */
export async function bookTimes(
  transaction: Transaction,
  deps: Pick<Deps, 'clock'>,
  caregiver: LockedCaregiver,
  intervals: readonly Booked[],
): Promise<number[]> {
  const bookedTimeIds = await insertBookedTimes(transaction, caregiver.caregiverId, intervals)
  await refreshFreeDays(transaction, deps, caregiver, toSpan(intervals))
  return bookedTimeIds
}

/**
 * Gives booked times back to a caregiver, so that their hours are offered again. The caller has
 * locked the caregiver for update.
 * @see docs/rules/bookings.md#canceling
 */
export async function freeTimes(
  transaction: Transaction,
  deps: Pick<Deps, 'clock'>,
  caregiver: LockedCaregiver,
  bookedTimeIds: readonly number[],
): Promise<void> {
  const intervals = await deleteBookedTimes(transaction, bookedTimeIds)
  if (intervals.length > 0) await refreshFreeDays(transaction, deps, caregiver, toSpan(intervals))
}

/**
 * Rewrites all free days of a caregiver and deletes past ones. Does nothing for an id that is not a
 * caregiver's.
 */
export async function rebuildFreeDays(
  { clock, database }: Pick<Deps, 'clock' | 'database'>,
  caregiverId: number,
): Promise<void> {
  await withTransaction(database, async (transaction) => {
    const caregiver = await lockCaregiver(transaction, caregiverId, 'update')
    if (!caregiver) return
    await refreshFreeDays(transaction, { clock }, caregiver)
    await deleteFreeDaysBefore(transaction, caregiverId, toLocalDate(clock.now().getTime(), 'UTC'))
  })
}

/**
 * Fills up the free days of all caregivers who have fewer than `EXTEND_BELOW_SPARE_DAYS` left beyond what
 * families can request.
 */
export async function extendFreeDays(deps: Pick<Deps, 'clock' | 'database'>): Promise<void> {
  const offerEnd = toLocalDate(getOfferEndMs(deps.clock.now().getTime()), 'UTC')
  const neededUntil = addDays(offerEnd, EXTEND_BELOW_SPARE_DAYS)
  for (;;) {
    const caregiverIds = await listCaregiversToExtend(deps.database, neededUntil, BATCH_SIZE)
    for (const caregiverId of caregiverIds) await rebuildFreeDays(deps, caregiverId)
    if (caregiverIds.length < BATCH_SIZE) return
  }
}
