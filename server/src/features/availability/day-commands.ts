import { type Override, type OverrideBody, toWindow } from '@tendwell/contract/availability'
import { getWindowsOn } from '@tendwell/contract/slots'
import { type Interval, type LocalDate, toDateInterval } from '@tendwell/contract/time'
import { validateWindows, type Window } from '@tendwell/contract/windows'
import { and, eq } from 'drizzle-orm'
import type { Transaction } from '../../platform/database.ts'
import { forbidden, invalid, notFound } from '../../platform/errors.ts'
import { loadAvailability } from './calendar.ts'
import { type Changed, type Changing, changeCalendar, changeWithin, type Within } from './change.ts'
import { overridesShown } from './queries.ts'
import { requireBookedKept, requireOpenDate } from './schedule.ts'
import { deleteOverride, type LockedCalendar, putOverride } from './store.ts'
import { availabilityOverrides } from './tables.ts'

/** Refuses what would change or remove hours of the date that are booked, whether they are its own or weekly. */
async function requireDayKeepsBooked(
  transaction: Transaction,
  deps: Within,
  { caregiverId, timezone }: LockedCalendar,
  date: LocalDate,
  after: readonly Window[],
): Promise<void> {
  const { startMs, endMs } = toDateInterval(date, date, timezone)
  const range = { fromMs: startMs, toMs: endMs }
  const { calendar, booked } = await loadAvailability(transaction, deps, { id: caregiverId, timezone }, range)
  requireBookedKept({ date, zone: timezone, booked }, getWindowsOn(date, calendar), after)
}

function dayOf(date: LocalDate, { timezone }: LockedCalendar): Interval {
  return toDateInterval(date, date, timezone)
}

async function storeOverride(
  transaction: Transaction,
  deps: Within,
  calendar: LockedCalendar,
  body: OverrideBody,
): Promise<Changed<Override>> {
  const messages = validateWindows(body.windows.map(toWindow))
  if (messages.length > 0) throw invalid({ windows: messages })
  // A closed day has no hours: kept ones would come back by surprise.
  const windows = body.is_available ? body.windows : []
  await requireDayKeepsBooked(transaction, deps, calendar, body.date_local, windows.map(toWindow))
  const row = await putOverride(transaction, calendar.caregiverId, {
    dateLocal: body.date_local,
    isAvailable: body.is_available,
    windows,
  })
  const [shown] = await overridesShown(transaction, [row], calendar.caregiverId, calendar.timezone)
  return { result: shown as Override, touched: dayOf(body.date_local, calendar) }
}

function requireOwnBody(caregiverId: number, body: OverrideBody): void {
  if (body.caregiver !== caregiverId) throw forbidden('You can change your own hours alone')
}

/**
 * Sets the hours of a date; those it had are replaced (decisions §4).
 * @throws AppError 400 for a past day, windows that overlap or a booked window that would change, 403 for
 * somebody else's hours or unless verified
 */
export function setDay(
  transaction: Transaction,
  deps: Within,
  caregiverId: number,
  body: OverrideBody,
): Promise<Override> {
  return changeWithin(transaction, deps, caregiverId, async (calendar) => {
    requireOwnBody(caregiverId, body)
    requireOpenDate(body.date_local, calendar.timezone, deps.clock.now().getTime())
    return storeOverride(transaction, deps, calendar, body)
  })
}

async function ownOverride(transaction: Transaction, caregiverId: number, id: number) {
  const [row] = await transaction
    .select()
    .from(availabilityOverrides)
    .where(and(eq(availabilityOverrides.id, id), eq(availabilityOverrides.caregiverId, caregiverId)))
  if (!row) throw notFound()
  return row
}

/** Changes the hours of a date. @throws AppError 404 when they are not her own, else as `setDay` */
export function changeDay(
  deps: Changing,
  caregiverId: number,
  id: number,
  body: OverrideBody,
): Promise<Override> {
  return changeCalendar(deps, caregiverId, async (transaction, calendar) => {
    const { dateLocal } = await ownOverride(transaction, caregiverId, id)
    requireOwnBody(caregiverId, body)
    if (body.date_local !== dateLocal) {
      throw invalid({ date_local: [`These are the hours of ${dateLocal}`] })
    }
    requireOpenDate(dateLocal, calendar.timezone, deps.clock.now().getTime())
    return storeOverride(transaction, deps, calendar, body)
  })
}

/**
 * Clears a date: its weekday's hours hold again.
 * @throws AppError 400 when it is past or one of its windows is booked, 404 when it is not her own
 */
export function clearDay(deps: Changing, caregiverId: number, id: number): Promise<void> {
  return changeCalendar(deps, caregiverId, async (transaction, calendar) => {
    const { dateLocal } = await ownOverride(transaction, caregiverId, id)
    requireOpenDate(dateLocal, calendar.timezone, deps.clock.now().getTime())
    await requireDayKeepsBooked(transaction, deps, calendar, dateLocal, [])
    await deleteOverride(transaction, caregiverId, id)
    return { result: undefined, touched: dayOf(dateLocal, calendar) }
  })
}
