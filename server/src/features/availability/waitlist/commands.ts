/** @see docs/rules/availability.md#waiting-for-hours */
import { type ListedWait, WAITS_MAXIMUM, type Wait } from '@tendwell/contract/availability/waitlist'
import { REQUEST_AHEAD_MAXIMUM_DAYS } from '@tendwell/contract/reference'
import { type LocalDate, toDateInterval, type Zone } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { conflict, invalid, notFound } from '../../../platform/errors.ts'
import { isPairBlocked } from '../../blocks/index.ts'
import { findShownPeople, lockUser } from '../../people/index.ts'
import { getOfferEndMs } from '../calendar/offers.ts'
import { lockCaregiver } from '../store.ts'
import { deleteWait, hasFreeHours, listOpenWaits, upsertWait, type WaitRow } from './store.ts'

/**
 * Lets a family wait for hours on a full day. Asking again changes nothing.
 * @throws AppError 404 unless the caregiver is listed and no block separates the two, 400 for a day that has
 *   begun or is too far ahead, 409 if the day has free hours or the family waits for too many days
 */
export async function waitForHours(
  { clock, database }: Pick<Deps, 'clock' | 'database'>,
  familyId: number,
  {
    caregiver_id: caregiverId,
    date,
    timezone: zone,
  }: { caregiver_id: number; date: LocalDate; timezone: Zone },
): Promise<Wait> {
  return withTransaction(database, async (transaction) => {
    // Locks the family, so that its parallel calls are counted one after another.
    await lockUser(transaction, familyId)
    // With the lock no hours become free before this wait is stored.
    const caregiver = await lockCaregiver(transaction, caregiverId, 'share')
    if (!caregiver?.isListed || (await isPairBlocked(transaction, familyId, caregiverId))) throw notFound()
    const now = clock.now()
    const startsAt = findStart(date, zone, now)
    const open = await listOpenWaits(transaction, familyId, now)
    const same = open.find((row) => row.caregiverId === caregiverId && row.dateLocal === date)
    if (same) return toResponse(same)
    if (await hasFreeHours(transaction, { caregiverId, date, zone }, now)) {
      throw conflict('This day has free hours. Please choose them')
    }
    if (open.length >= WAITS_MAXIMUM) {
      throw conflict(`You can wait for ${WAITS_MAXIMUM} days. Stop waiting for one to add another`)
    }
    const row = { familyId, caregiverId, dateLocal: date, zone, startsAt, createdAt: now }
    return toResponse(await upsertWait(transaction, row))
  })
}

/** When a day begins. @throws AppError 400 if it has begun or is too far ahead */
function findStart(date: LocalDate, zone: Zone, now: Date): Date {
  const { startMs } = toDateInterval(date, date, zone)
  if (startMs <= now.getTime()) throw invalid({ date: ['Choose a day that has not begun'] })
  if (startMs >= getOfferEndMs(now.getTime())) {
    throw invalid({ date: [`Hours are offered up to ${REQUEST_AHEAD_MAXIMUM_DAYS} days ahead`] })
  }
  return new Date(startMs)
}

/** Ends a family's wait. @throws AppError 404 if it has none with this id */
export async function stopWaiting(
  { database }: Pick<Deps, 'database'>,
  familyId: number,
  id: number,
): Promise<void> {
  if (!(await deleteWait(database, { familyId, id }))) throw notFound()
}

/** A family's open waits, the next day first. */
export async function listWaits(
  { clock, database }: Pick<Deps, 'clock' | 'database'>,
  familyId: number,
): Promise<ListedWait[]> {
  const rows = await listOpenWaits(database, familyId, clock.now())
  const ids = rows.map(({ caregiverId }) => caregiverId)
  const people = await findShownPeople(database, ids, familyId)
  return rows.map((row) => ({ ...toResponse(row), caregiver_name: people.get(row.caregiverId)?.name ?? '' }))
}

const toResponse = ({ id, caregiverId, dateLocal }: WaitRow): Wait => ({
  id,
  caregiver_id: caregiverId,
  date: dateLocal,
})
