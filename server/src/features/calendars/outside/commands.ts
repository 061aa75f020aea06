import {
  OUTSIDE_CALENDARS_MAXIMUM,
  type OutsideCalendar,
} from '@tendwell/contract/calendars/outside-calendars'
import type { Deps } from '../../../deps.ts'
import { type Transaction, withTransaction } from '../../../platform/database/database.ts'
import { conflict, invalid, notFound } from '../../../platform/errors.ts'
import { countAttempt } from '../../../platform/limits/attempts.ts'
import {
  type LockedCaregiver,
  lockCaregiver,
  replaceOutsideBusy,
  requireVerified,
} from '../../availability/index.ts'
import { queueMail } from '../../notices/index.ts'
import { getDefaultName, READ_EVERY_MS } from './calendar.ts'
import { calendarAddedMail } from './notices.ts'
import { OUTSIDE_PROBLEMS } from './problems.ts'
import { getOutsideCalendar } from './queries.ts'
import { readAgain, readBusyTimes } from './reading.ts'
import {
  deleteOutsideRow,
  getOwnOutsideRow,
  insertOutsideRow,
  listOutsideRows,
  type OutsideCalendarRow,
} from './store.ts'

type NewCalendar = { address: string; name: string }

/** Readings that a caregiver can start in an hour, by adding a calendar or pressing "Read again". */
const READINGS_PER_HOUR = 30

/**
 * Adds an outside calendar after reading it for the first time, and mails the caregiver. A calendar that they
 * already have is not added again, so that a retry after a lost response is safe.
 * @throws AppError 400 when it can't be read, 403 unless verified, 409 for more calendars than allowed, 429
 *   after too many readings
 * @see docs/rules/calendars.md#outside-calendars
 */
export async function addOutsideCalendar(
  deps: Deps,
  caregiverId: number,
  { address, name }: NewCalendar,
): Promise<OutsideCalendar> {
  const beforeReading = await withTransaction(deps.database, (transaction) =>
    lockForNewCalendar(transaction, caregiverId, address, 'share'),
  )
  if (beforeReading.existing) return getOutsideCalendar(deps, caregiverId, beforeReading.existing.id)
  await countReading(deps, caregiverId)
  const reading = await readBusyTimes(deps, { address, caregiverId }, beforeReading.caregiver.timezone)
  if ('problem' in reading) throw invalid({ address: [OUTSIDE_PROBLEMS[reading.problem]] })
  const id = await withTransaction(deps.database, async (transaction) => {
    const { caregiver, existing } = await lockForNewCalendar(transaction, caregiverId, address, 'update')
    if (existing) return existing.id
    const readAt = deps.clock.now()
    const row = await insertOutsideRow(transaction, {
      caregiverId,
      address,
      name: name || getDefaultName(address),
      readAt,
      unreadCount: reading.unread,
      nextReadAt: new Date(readAt.getTime() + READ_EVERY_MS),
    })
    await replaceOutsideBusy(transaction, deps, caregiver, row.id, reading.busy)
    await queueMail(transaction, deps, calendarAddedMail, { userId: caregiverId, name: row.name })
    return row.id
  })
  return getOutsideCalendar(deps, caregiverId, id)
}

/**
 * Locks a caregiver before a calendar is added.
 * @returns the locked caregiver, and the calendar with this address if the caregiver already has it
 *   (`existing`)
 * @throws AppError 404 without such a caregiver, 403 unless verified, 409 for more calendars than allowed
 */
async function lockForNewCalendar(
  transaction: Transaction,
  caregiverId: number,
  address: string,
  strength: 'update' | 'share',
): Promise<{ caregiver: LockedCaregiver; existing: OutsideCalendarRow | undefined }> {
  const caregiver = await lockCaregiver(transaction, caregiverId, strength)
  if (!caregiver) throw notFound()
  requireVerified(caregiver.verificationStatus)
  const rows = await listOutsideRows(transaction, caregiverId)
  const existing = rows.find((row) => row.address === address)
  if (!existing && rows.length >= OUTSIDE_CALENDARS_MAXIMUM) {
    throw conflict(`You can add up to ${OUTSIDE_CALENDARS_MAXIMUM} calendars. Remove one first`)
  }
  return { caregiver, existing }
}

/**
 * Reads a calendar now. The answer says whether that worked.
 * @throws AppError 403 unless verified, 404 when it is not the caregiver's own, 429 after too many readings
 */
export async function refreshOutsideCalendar(
  deps: Deps,
  caregiverId: number,
  id: number,
): Promise<OutsideCalendar> {
  const row = await withTransaction(deps.database, async (transaction) => {
    const caregiver = await lockCaregiver(transaction, caregiverId, 'share')
    if (!caregiver) throw notFound()
    const ownRow = await getOwnOutsideRow(transaction, caregiverId, id)
    requireVerified(caregiver.verificationStatus)
    return ownRow
  })
  await countReading(deps, caregiverId)
  await readAgain(deps, row)
  return getOutsideCalendar(deps, caregiverId, id)
}

/** Counts a reading that the caregiver started. @throws AppError 429 after too many in an hour */
function countReading(deps: Deps, caregiverId: number) {
  const rule = 'You have read calendars too often'
  const who = String(caregiverId)
  return countAttempt(deps, [{ action: 'read calendar', who, most: READINGS_PER_HOUR, minutes: 60, rule }])
}

/**
 * Removes a calendar; its busy times no longer close hours.
 * @throws AppError 404 when it is not the caregiver's own
 */
export function removeOutsideCalendar(deps: Deps, caregiverId: number, id: number): Promise<void> {
  return withTransaction(deps.database, async (transaction) => {
    const caregiver = await lockCaregiver(transaction, caregiverId, 'update')
    if (!caregiver) throw notFound()
    await getOwnOutsideRow(transaction, caregiverId, id)
    await replaceOutsideBusy(transaction, deps, caregiver, id, [])
    await deleteOutsideRow(transaction, id)
  })
}
