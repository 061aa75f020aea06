/**
 * Times that a caregiver's calendars elsewhere close, as time off does.
 * @see docs/rules/calendars.md#busy-times
 */
import type { Interval } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { toSpan } from '../calendar/calendar.ts'
import { refreshFreeDays } from '../free-days/free-days.ts'
import type { LockedCaregiver } from '../store.ts'
import { deleteBusy, insertBusy, listStoredBusy } from './outside-busy-store.ts'

const toKey = ({ startMs, endMs }: Interval) => `${startMs}/${endMs}`

/**
 * Replaces the busy times of an outside calendar, and rewrites the free days that this changes; bookings
 * stay. The caller has locked the caregiver's calendar for update.
 * @param busy in epoch ms; they must not overlap each other
 */
export async function replaceOutsideBusy(
  transaction: Transaction,
  deps: Pick<Deps, 'clock'>,
  caregiver: LockedCaregiver,
  calendarId: number,
  busy: readonly Interval[],
): Promise<void> {
  const stored = await listStoredBusy(transaction, calendarId)
  const [storedKeys, keys] = [new Set(stored.map(toKey)), new Set(busy.map(toKey))]
  const removed = stored.filter((time) => !keys.has(toKey(time)))
  const added = busy.filter((time) => !storedKeys.has(toKey(time)))
  await deleteBusy(transaction, calendarId, removed)
  await insertBusy(transaction, { caregiverId: caregiver.caregiverId, calendarId }, added)
  const nowMs = deps.clock.now().getTime()
  const changed = [...removed, ...added].filter(({ endMs }) => endMs > nowMs)
  if (changed.length > 0) await refreshFreeDays(transaction, deps, caregiver, toSpan(changed))
}
