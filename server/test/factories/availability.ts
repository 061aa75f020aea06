/** Caregivers whom families can book, and their hours. */
import type { WindowBody } from '@tendwell/contract/availability'
import type { Booked } from '@tendwell/contract/slots'
import { addDays, type Interval, type LocalDate, toLocalDate } from '@tendwell/contract/time'
import { eq } from 'drizzle-orm'
import { bookTimes, lockCalendar } from '../../src/features/availability/index.ts'
import { caregiverProfiles } from '../../src/features/profiles/index.ts'
import { withTransaction } from '../../src/platform/database.ts'
import type { TestApp } from '../app.ts'
import { makeUser, type TestUser } from './accounts.ts'

type Standing = {
  timezone?: string
  rateCents?: number
  verificationStatus?: 'pending' | 'verified' | 'rejected' | 'flagged'
  isListed?: boolean
}

/** A caregiver, verified and listed unless told otherwise, without any hours. */
export async function makeListedCaregiver(
  app: TestApp,
  { timezone = 'UTC', rateCents = 2_500, verificationStatus = 'verified', ...rest }: Standing = {},
): Promise<TestUser> {
  const user = await makeUser(app, { role: 'caregiver' })
  const isListed = rest.isListed ?? verificationStatus === 'verified'
  const standing = { timezone, rateCents, verificationStatus, isListed }
  await app.deps.database
    .insert(caregiverProfiles)
    .values({ userId: user.id, fullName: user.fullName, createdAt: app.deps.clock.now(), ...standing })
    .onConflictDoUpdate({ target: caregiverProfiles.userId, set: standing })
  return user
}

/** What admins do to a caregiver, without asking whether they may. */
export async function updateListing(app: TestApp, caregiverId: number, standing: Standing): Promise<void> {
  await app.deps.database
    .update(caregiverProfiles)
    .set(standing)
    .where(eq(caregiverProfiles.userId, caregiverId))
}

/** The date so many days from today in UTC. */
export function dateIn(app: TestApp, days: number): LocalDate {
  return addDays(toLocalDate(app.deps.clock.now().getTime(), 'UTC'), days)
}

/** A window as it is sent: hourly slots without buffers unless told otherwise. */
export function hours(start: string, end: string, slot = 60, buffer = 0): WindowBody {
  return { start_local: start, end_local: end, slot_minutes: slot, buffer_minutes: buffer }
}

/** Opens hours of a date as the caregiver does on her screen. @returns the override's id */
export async function openHours(
  caregiver: TestUser,
  date: LocalDate,
  windows: WindowBody[] = [hours('09:00', '17:00')],
): Promise<number> {
  const answer = await caregiver.client.post('/api/availability/overrides', {
    caregiver: caregiver.id,
    date_local: date,
    is_available: true,
    windows,
  })
  if (answer.status !== 201) throw new Error(`Hours were refused: ${JSON.stringify(answer.body)}`)
  return answer.body.id
}

/** Takes hours of a caregiver as a booking does. */
export function bookHours(app: TestApp, caregiverId: number, intervals: Booked[]): Promise<number[]> {
  return withTransaction(app.deps.database, async (transaction) => {
    await lockCalendar(transaction, caregiverId, 'update')
    return bookTimes(transaction, app.deps, caregiverId, intervals)
  })
}

/** A stretch of a date in UTC, in epoch ms. */
export function utc(date: LocalDate, start: string, end: string): Interval {
  return { startMs: Date.parse(`${date}T${start}:00Z`), endMs: Date.parse(`${date}T${end}:00Z`) }
}
