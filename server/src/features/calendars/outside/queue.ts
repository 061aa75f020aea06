import { type Transaction, withTransaction } from '../../../platform/database/database.ts'
import { READ_EVERY_MS } from './calendar.ts'
import { type ReadingDeps, readAgain } from './reading.ts'
import { findOutsideRow, listOutsideRows, takeDueCalendars } from './store.ts'

/** The job that reads an outside calendar. */
export const READ_JOB = 'calendars.read-outside'

const BATCH_SIZE = 1_000
/**
 * Readings have queues of their own, so that slow servers hold up other calendars, but not the rest of the
 * product's jobs.
 */
const QUEUES = 2

/** Queues a reading of each calendar that is due. @see docs/rules/calendars.md#reading */
export function queueDueCalendars(deps: ReadingDeps): Promise<void> {
  const now = deps.clock.now()
  const nextReadAt = new Date(now.getTime() + READ_EVERY_MS)
  return withTransaction(deps.database, async (transaction) => {
    const ids = await takeDueCalendars(transaction, { now, nextReadAt, limit: BATCH_SIZE })
    await queueReadings(transaction, deps, ids)
  })
}

/**
 * Queues a reading of all calendars of a caregiver whose zone changed: events of whole days, and times
 * without a zone, are in the caregiver's zone.
 */
export function queueReadingsOf(deps: ReadingDeps, caregiverId: number): Promise<void> {
  return withTransaction(deps.database, async (transaction) => {
    const rows = await listOutsideRows(transaction, caregiverId)
    const ids = rows.map(({ id }) => id)
    await queueReadings(transaction, deps, ids)
  })
}

/** Adds a job for each calendar. A job that waits for the same calendar is replaced. */
async function queueReadings(
  transaction: Transaction,
  { jobs }: ReadingDeps,
  ids: readonly number[],
): Promise<void> {
  for (const calendarId of ids) {
    const [key, queue] = [`${READ_JOB} ${calendarId}`, `outside-calendars-${calendarId % QUEUES}`]
    await jobs.add(transaction, READ_JOB, { calendarId }, { key, queue })
  }
}

/** Reads a calendar that was queued; does nothing if the calendar was removed meanwhile. */
export async function readQueuedCalendar(deps: ReadingDeps, calendarId: number): Promise<void> {
  const calendar = await findOutsideRow(deps.database, calendarId)
  if (calendar) await readAgain(deps, calendar)
}
