import { type Booked, listOpenSlots, type OpenSlot } from '@tendwell/contract/availability/slots'
import { DAY_MS, type Interval, MINUTE_MS, WEEK_MS } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import { type Transaction, withTransaction } from '../../../platform/database/database.ts'
import { loadAvailability, toSpan } from '../calendar/calendar.ts'
import { getOfferEndMs } from '../calendar/offers.ts'
import { deleteBookedTimes, insertBookedTimes, type LockedCaregiver, lockCaregiver } from '../store.ts'
import { queueTelling } from '../waitlist/telling.ts'
import {
  deleteFreeWeeksBefore,
  type FreeWeek,
  findFilledUntilMs,
  listCaregiversToExtend,
  replaceFreeWeeks,
  setFilledUntil,
} from './free-week-store.ts'

/**
 * Weeks are filled this far beyond what families can request, and extended once less than `EXTEND_BELOW_MS`
 * is left: about once a week.
 */
const SPARE_MS = 14 * DAY_MS
const EXTEND_BELOW_MS = 7 * DAY_MS
/** Slots that depend on the hours that changed are at most this far away: a slot, a buffer and a minimum visit. */
const MARGIN_MS = 2 * DAY_MS
const BATCH_SIZE = 200

/** When the week of an instant begins (epoch ms): weeks count from 1970, so on a Thursday at 00:00 UTC. */
export const startOfWeek = (ms: number) => Math.floor(ms / WEEK_MS) * WEEK_MS
/** When the last week of an interval with this end is over (epoch ms). */
const endOfWeek = (ms: number) => Math.ceil(ms / WEEK_MS) * WEEK_MS

/** Groups offered slots by the week in which they start. @param slots sorted by start */
export function groupByWeek(slots: readonly OpenSlot[]): FreeWeek[] {
  const weeks = new Map<number, FreeWeek & { visitStarts: number[] }>()
  for (const { startMs, endMs, visitStartMs } of slots) {
    const weekMs = startOfWeek(startMs)
    const week = weeks.get(weekMs) ?? {
      weekMinute: weekMs / MINUTE_MS,
      starts: [],
      ends: [],
      visitStarts: [],
    }
    week.starts.push((startMs - weekMs) / MINUTE_MS)
    week.ends.push((endMs - weekMs) / MINUTE_MS)
    week.visitStarts.push((visitStartMs - weekMs) / MINUTE_MS)
    weeks.set(weekMs, week)
  }
  const isEachLongEnough = ({ starts, visitStarts }: FreeWeek) =>
    starts.every((start, index) => start === visitStarts?.[index])
  return [...weeks.values()].map((week) => (isEachLongEnough(week) ? { ...week, visitStarts: null } : week))
}

/**
 * Rewrites a caregiver's free weeks from their hours, time off, bookings and held hours, and lets those know who wait for
 * hours. Every transaction that changes one of these must call it while it holds the caregiver's lock for
 * update.
 * @param changedSpan the interval (epoch ms) in which anything changed; without it everything ahead is
 *   rewritten
 * @see docs/rules/availability.md#free-times
 */
export async function refreshFreeWeeks(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  caregiver: Pick<LockedCaregiver, 'caregiverId'>,
  changedSpan?: Interval,
): Promise<void> {
  await rewriteFreeWeeks(transaction, deps, caregiver, changedSpan)
  await queueTelling(transaction, deps, caregiver.caregiverId)
}

/** As `refreshFreeWeeks`, for a change that makes no hours free. */
export async function rewriteFreeWeeks(
  transaction: Transaction,
  { clock }: Pick<Deps, 'clock'>,
  { caregiverId }: Pick<LockedCaregiver, 'caregiverId'>,
  changedSpan?: Interval,
): Promise<void> {
  const nowMs = clock.now().getTime()
  const filledUntilMs = await findFilledUntilMs(transaction, caregiverId)
  // Everything ahead, unless the weeks are filled and only a part changed.
  let fromMs = startOfWeek(nowMs)
  let toMs = endOfWeek(getOfferEndMs(nowMs) + SPARE_MS)
  if (changedSpan && filledUntilMs !== null) {
    fromMs = Math.max(fromMs, startOfWeek(changedSpan.startMs - MARGIN_MS))
    toMs = Math.min(filledUntilMs, endOfWeek(changedSpan.endMs + MARGIN_MS))
  } else {
    await setFilledUntil(transaction, caregiverId, toMs)
  }
  if (fromMs >= toMs) return
  const range = { fromMs, toMs }
  const availability = await loadAvailability(transaction, { clock }, caregiverId, range)
  // Includes the slots of this week that have begun and those within the notice, so that its row stays valid.
  // Queries leave those slots out.
  const slots = listOpenSlots({ ...availability, ...range, nowMs: startOfWeek(nowMs), noticeMs: 0 })
  const offeredSlots = slots.filter(({ isOffered }) => isOffered)
  await replaceFreeWeeks(transaction, caregiverId, range, groupByWeek(offeredSlots))
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
  await rewriteFreeWeeks(transaction, deps, caregiver, toSpan(intervals))
  return bookedTimeIds
}

/**
 * Gives booked times back to a caregiver, so that their hours are offered again. The caller has
 * locked the caregiver for update.
 * @see docs/rules/bookings.md#canceling
 */
export async function freeTimes(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  caregiver: LockedCaregiver,
  bookedTimeIds: readonly number[],
): Promise<void> {
  const intervals = await deleteBookedTimes(transaction, bookedTimeIds)
  if (intervals.length > 0) await refreshFreeWeeks(transaction, deps, caregiver, toSpan(intervals))
}

/**
 * Rewrites all free weeks of a caregiver and deletes past ones. Does nothing for an id that is not a
 * caregiver's.
 */
export async function rebuildFreeWeeks(
  deps: Pick<Deps, 'clock' | 'database' | 'jobs'>,
  caregiverId: number,
): Promise<void> {
  await withTransaction(deps.database, async (transaction) => {
    const caregiver = await lockCaregiver(transaction, caregiverId, 'update')
    if (!caregiver) return
    await refreshFreeWeeks(transaction, deps, caregiver)
    await deleteFreeWeeksBefore(transaction, caregiverId, startOfWeek(deps.clock.now().getTime()))
  })
}

/**
 * Fills up the free weeks of all caregivers who have less than `EXTEND_BELOW_MS` left beyond what families
 * can request.
 */
export async function extendFreeWeeks(deps: Pick<Deps, 'clock' | 'database' | 'jobs'>): Promise<void> {
  const neededUntilMs = getOfferEndMs(deps.clock.now().getTime()) + EXTEND_BELOW_MS
  for (;;) {
    const caregiverIds = await listCaregiversToExtend(deps.database, neededUntilMs, BATCH_SIZE)
    for (const caregiverId of caregiverIds) await rebuildFreeWeeks(deps, caregiverId)
    if (caregiverIds.length < BATCH_SIZE) return
  }
}
