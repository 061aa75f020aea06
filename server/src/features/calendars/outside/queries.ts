import type { OutsideBusyTime, OutsideCalendar } from '@tendwell/contract/calendars/outside-calendars'
import { type LocalDate, toDateInterval } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import { countOutsideBusy, listOutsideBusy, requireBookedRange } from '../../availability/index.ts'
import { findCaregiver } from '../../profiles/index.ts'
import { toOutsideCalendar } from './calendar.ts'
import { getOwnOutsideRow, listOutsideRows } from './store.ts'

type QueryDeps = Pick<Deps, 'clock' | 'database'>

/** A caregiver's outside calendars, in the order in which they were added. */
export async function listOutsideCalendars(
  { clock, database }: QueryDeps,
  caregiverId: number,
): Promise<OutsideCalendar[]> {
  const rows = await listOutsideRows(database, caregiverId)
  const counts = await countOutsideBusy(database, caregiverId, clock.now())
  return rows.map((row) => toOutsideCalendar(row, counts.get(row.id) ?? 0))
}

/** @throws AppError 404 when it is not the caregiver's own */
export async function getOutsideCalendar(
  { clock, database }: QueryDeps,
  caregiverId: number,
  id: number,
): Promise<OutsideCalendar> {
  const row = await getOwnOutsideRow(database, caregiverId, id)
  const counts = await countOutsideBusy(database, caregiverId, clock.now())
  return toOutsideCalendar(row, counts.get(id) ?? 0)
}

/**
 * The busy times of a caregiver's outside calendars, in a range of days in the caregiver's zone.
 * @throws AppError 400 when the dates are in the wrong order or the range is too long
 */
export async function listOutsideBusyTimes(
  { database }: QueryDeps,
  caregiverId: number,
  { date_from: firstDay, date_to: lastDay }: { date_from: LocalDate; date_to: LocalDate },
): Promise<OutsideBusyTime[]> {
  requireBookedRange({ first: firstDay, last: lastDay })
  const profile = await findCaregiver(database, caregiverId)
  if (!profile) return []
  const busy = await listOutsideBusy(
    database,
    caregiverId,
    toDateInterval(firstDay, lastDay, profile.timezone),
  )
  const names = new Map((await listOutsideRows(database, caregiverId)).map(({ id, name }) => [id, name]))
  return busy.map(({ startMs, endMs, calendarId }) => ({
    start_utc: new Date(startMs).toISOString(),
    end_utc: new Date(endMs).toISOString(),
    calendar_id: calendarId,
    name: names.get(calendarId) ?? '',
  }))
}
