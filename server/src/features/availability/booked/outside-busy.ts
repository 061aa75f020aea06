/**
 * Times that a caregiver's calendars elsewhere close, as time off does.
 * @see docs/rules/calendars.md#busy-times
 */
import type { Interval } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { toSpan } from '../calendar/calendar.ts'
import { refreshFreeWeeks } from '../free-weeks/free-weeks.ts'
import type { LockedCaregiver } from '../store.ts'
import { deleteBusy, insertBusy, listStoredBusy } from './outside-busy-store.ts'

/** A text that is equal for equal intervals. */
const toKey = ({ startMs, endMs }: Interval) => `${startMs}/${endMs}`

/**
 * Replaces the busy times of an outside calendar, and rewrites the free weeks that this changes; bookings
 * stay. The caller has locked the caregiver for update.
 * @param busyTimes in epoch ms, without overlaps
 */
export async function replaceOutsideBusy(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  caregiver: LockedCaregiver,
  calendarId: number,
  busyTimes: readonly Interval[],
): Promise<void> {
  const storedTimes = await listStoredBusy(transaction, calendarId)
  const [storedKeys, busyKeys] = [new Set(storedTimes.map(toKey)), new Set(busyTimes.map(toKey))]
  const removedTimes = storedTimes.filter((time) => !busyKeys.has(toKey(time)))
  const addedTimes = busyTimes.filter((time) => !storedKeys.has(toKey(time)))
  await deleteBusy(transaction, calendarId, removedTimes)
  await insertBusy(transaction, { caregiverId: caregiver.caregiverId, calendarId }, addedTimes)
  const nowMs = deps.clock.now().getTime()
  const changedTimes = [...removedTimes, ...addedTimes].filter(({ endMs }) => endMs > nowMs)
  if (changedTimes.length > 0) await refreshFreeWeeks(transaction, deps, caregiver, toSpan(changedTimes))
}
