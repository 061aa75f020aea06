import { type Override, type OverrideBody, toWindow } from '@tendwell/contract/availability/availability'
import { getWindowsOn } from '@tendwell/contract/availability/slots'
import { validateWindows, type Window } from '@tendwell/contract/availability/windows'
import { addDays, type Interval, type LocalDate, toDateInterval, type Zone } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import { type Transaction, withTransaction } from '../../../platform/database/database.ts'
import { forbidden, invalid } from '../../../platform/errors.ts'
import { requireBookedHoursCovered } from '../booked/booked-windows.ts'
import { loadAvailability } from '../calendar/calendar.ts'
import { type HoursUpdate, updateHours } from '../calendar/calendar-update.ts'
import { deleteOverride, getOwnOverride, type LockedCaregiver, upsertOverride } from '../store.ts'
import { toOverrideResponses } from './responses.ts'
import { requireEditableDate } from './validation.ts'

/**
 * Sets the hours of a date, in place of its override or weekly hours.
 * @throws AppError 400 for a date that cannot be edited, invalid windows, or windows that leave out booked
 *   hours; 403 for another caregiver's hours or unless verified
 * @see docs/rules/availability.md#date-overrides
 */
export function setOverride(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  caregiverId: number,
  body: OverrideBody,
): Promise<Override> {
  return updateHours(transaction, deps, caregiverId, async (caregiver) => {
    requireOwnOverride(caregiverId, body)
    requireEditableDate(body.date_local, caregiver.timezone, deps.clock.now().getTime())
    return saveOverride(transaction, deps, caregiver, body)
  })
}

/**
 * Changes an override.
 * @throws AppError 404 when the override is not the caregiver's own, 400 when its date would change,
 *   otherwise as `setOverride`
 * @see docs/rules/availability.md#date-overrides
 */
export function changeOverride(
  deps: Pick<Deps, 'clock' | 'database' | 'jobs'>,
  caregiverId: number,
  overrideId: number,
  body: OverrideBody,
): Promise<Override> {
  return withTransaction(deps.database, (transaction) =>
    updateHours(transaction, deps, caregiverId, async (caregiver) => {
      const { dateLocal } = await getOwnOverride(transaction, caregiverId, overrideId)
      requireOwnOverride(caregiverId, body)
      if (body.date_local !== dateLocal) {
        throw invalid({ date_local: [`The date can't be changed from ${dateLocal}`] })
      }
      requireEditableDate(dateLocal, caregiver.timezone, deps.clock.now().getTime())
      return saveOverride(transaction, deps, caregiver, body)
    }),
  )
}

/**
 * Removes an override, so that the weekly rules apply to its date again.
 * @throws AppError 400 when the date is past or one of its windows is booked, 404 when the override is not
 *   the caregiver's own
 * @see docs/rules/availability.md#date-overrides
 */
export function removeOverride(
  deps: Pick<Deps, 'clock' | 'database' | 'jobs'>,
  caregiverId: number,
  overrideId: number,
): Promise<void> {
  return withTransaction(deps.database, (transaction) =>
    updateHours(transaction, deps, caregiverId, async (caregiver) => {
      const { dateLocal } = await getOwnOverride(transaction, caregiverId, overrideId)
      requireEditableDate(dateLocal, caregiver.timezone, deps.clock.now().getTime())
      await requireBookedHoursKept(transaction, deps, caregiver, dateLocal, [])
      await deleteOverride(transaction, caregiverId, overrideId)
      return { result: undefined, changedSpan: toHoursSpan(dateLocal, caregiver.timezone) }
    }),
  )
}

/** Requires that a request body names the caregiver who sends it. @throws AppError 403 */
function requireOwnOverride(caregiverId: number, body: OverrideBody): void {
  if (body.caregiver !== caregiverId) throw forbidden('You can only change your own hours')
}

/**
 * Stores the hours of a date.
 * @throws AppError 400 for invalid windows, or windows that leave out booked hours
 */
async function saveOverride(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  caregiver: LockedCaregiver,
  body: OverrideBody,
): Promise<HoursUpdate<Override>> {
  const { caregiverId, timezone } = caregiver
  const messages = validateWindows(body.windows.map(toWindow))
  if (messages.length > 0) throw invalid({ windows: messages })
  // A closed day keeps no windows, because they would unexpectedly be back when it is opened again.
  const windows = body.is_available ? body.windows : []
  await requireBookedHoursKept(transaction, deps, caregiver, body.date_local, windows.map(toWindow))
  const row = await upsertOverride(transaction, caregiverId, {
    dateLocal: body.date_local,
    isAvailable: body.is_available,
    windows,
  })
  const [override] = await toOverrideResponses(transaction, [row], caregiverId, timezone)
  return { result: override as Override, changedSpan: toHoursSpan(body.date_local, timezone) }
}

/** When the hours of a date can be, in epoch ms: its nights end on the next day. */
function toHoursSpan(date: LocalDate, zone: Zone): Interval {
  return toDateInterval(date, addDays(date, 1), zone)
}

/**
 * Requires that the new windows of a date cover the booked hours of its present windows.
 * @throws AppError 400
 */
async function requireBookedHoursKept(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  { caregiverId, timezone }: LockedCaregiver,
  date: LocalDate,
  newWindows: readonly Window[],
): Promise<void> {
  const { startMs, endMs } = toHoursSpan(date, timezone)
  const range = { fromMs: startMs, toMs: endMs }
  const { calendar, booked } = await loadAvailability(transaction, deps, caregiverId, range)
  requireBookedHoursCovered({ date, zone: timezone, booked }, getWindowsOn(date, calendar), newWindows)
}
