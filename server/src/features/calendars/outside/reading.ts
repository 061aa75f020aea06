import { REQUEST_AHEAD_MAXIMUM_DAYS } from '@tendwell/contract/reference'
import { DAY_MS, type Zone } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import { type Transaction, withTransaction } from '../../../platform/database/database.ts'
import { ReadingError } from '../../../ports/calendar-reader/port.ts'
import { type LockedCaregiver, lockCaregiver, replaceOutsideBusy } from '../../availability/index.ts'
import { findUser } from '../../people/index.ts'
import { makeOwnUidPattern } from '../feed/uid.ts'
import { addReading, getReadingWaitMs, KEPT_MS } from './calendar.ts'
import type { OutsideProblem } from './problems.ts'
import { lockOutsideRow, type OutsideCalendarRow, updateOutsideRow } from './store.ts'
import { type BusyTimes, findBusyTimes } from './times.ts'

export type ReadingDeps = Pick<Deps, 'calendarReader' | 'clock' | 'database' | 'jobs' | 'publicUrl'>

/** What reading a calendar gave: its busy times, or why it can't be read. */
type Reading = BusyTimes | { problem: OutsideProblem }

/**
 * How far ahead busy times are read: beyond what families can request, as free weeks are filled for longer
 * too.
 */
const AHEAD_DAYS = REQUEST_AHEAD_MAXIMUM_DAYS + 30

/**
 * Reads the busy times ahead from a calendar's address. Calls another server, so it must not run in a
 * transaction.
 * @param timezone the zone of whole days and of times without a zone
 * @returns the busy times, or why they can't be read
 * @see docs/rules/calendars.md#reading
 */
export async function readBusyTimes(
  deps: ReadingDeps,
  { address, caregiverId }: Pick<OutsideCalendarRow, 'address' | 'caregiverId'>,
  timezone: Zone,
): Promise<Reading> {
  try {
    const text = await deps.calendarReader.read(address)
    const owner = await findUser(deps.database, caregiverId)
    const ownerEmails = [owner?.email ?? '', ...listEmailAddresses(address)]
    const startMs = deps.clock.now().getTime()
    const endMs = startMs + AHEAD_DAYS * DAY_MS
    const ownUidPattern = makeOwnUidPattern(deps.publicUrl())
    const times = await findBusyTimes({ text, timezone, ownUidPattern, owners: ownerEmails, startMs, endMs })
    return typeof times === 'string' ? { problem: times } : times
  } catch (error) {
    if (error instanceof ReadingError) return { problem: error.problem }
    throw error
  }
}

/** The email addresses in a calendar's address, in which Google writes the owner's. */
function listEmailAddresses(address: string): string[] {
  const path = address.replaceAll('%40', '@')
  return path.match(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g) ?? []
}

/**
 * Reads a calendar again and stores its busy times, or that it can't be read. Does nothing for a calendar
 * that was removed.
 */
export async function readAgain(deps: ReadingDeps, calendar: OutsideCalendarRow): Promise<void> {
  const { id, caregiverId } = calendar
  const lockOwner = (transaction: Transaction, strength: 'update' | 'share') =>
    lockCaregiver(transaction, caregiverId, strength)
  const owner = await withTransaction(deps.database, (transaction) => lockOwner(transaction, 'share'))
  if (!owner) return
  const reading = await readBusyTimes(deps, calendar, owner.timezone)
  await withTransaction(deps.database, async (transaction) => {
    const caregiver = await lockOwner(transaction, 'update')
    const row = caregiver && (await lockOutsideRow(transaction, id))
    if (row) await saveReading(transaction, deps, { caregiver, row, reading })
  })
}

/**
 * Stores a reading. After a failed one, the last known times stay for `KEPT_MS`; then they are dropped and
 * the caregiver is notified.
 * @see docs/rules/calendars.md#failing
 */
async function saveReading(
  transaction: Transaction,
  deps: ReadingDeps,
  { caregiver, row, reading }: { caregiver: LockedCaregiver; row: OutsideCalendarRow; reading: Reading },
): Promise<void> {
  const now = deps.clock.now()
  // One bit for each of the last readings, 1 if it took too long.
  const slowReadings = addReading(row.slowReadings, 'busy' in reading ? null : reading.problem)
  const nextReadAt = new Date(now.getTime() + getReadingWaitMs(slowReadings))
  if ('busy' in reading) {
    await replaceOutsideBusy(transaction, deps, caregiver, row.id, reading.busy)
    const success = {
      readAt: now,
      failingSince: null,
      problem: null,
      droppedAt: null,
      unreadCount: reading.unread,
      slowReadings,
      nextReadAt,
    }
    await updateOutsideRow(transaction, row.id, success)
    return
  }
  const { id, caregiverId: userId, name, readAt, unreadCount } = row
  const failingSince = row.failingSince ?? now
  const isDroppedNow = !row.droppedAt && now.getTime() - failingSince.getTime() >= KEPT_MS
  const droppedAt = isDroppedNow ? now : row.droppedAt
  const { problem } = reading
  await updateOutsideRow(transaction, id, {
    readAt,
    failingSince,
    problem,
    droppedAt,
    unreadCount,
    slowReadings,
    nextReadAt,
  })
  if (!isDroppedNow) return
  await replaceOutsideBusy(transaction, deps, caregiver, id, [])
  const lostCalendar = { userId, calendarId: id, name, failingSince: failingSince.toISOString() }
  await deps.jobs.publish(transaction, 'outside-calendar.lost', lostCalendar)
}
