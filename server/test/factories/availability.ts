/** Caregivers that families can book, and their hours. */
import type { WindowBody } from '@tendwell/contract/availability/availability'
import type { Booked } from '@tendwell/contract/availability/slots'
import { addDays, DAY_MS, type Interval, type LocalDate, toLocalDate } from '@tendwell/contract/time'
import { eq } from 'drizzle-orm'
import { bookTimes, holdTimes, lockCaregiver } from '../../src/features/availability/index.ts'
import { setProfileComplete } from '../../src/features/people/index.ts'
import { caregiverProfiles } from '../../src/features/profiles/index.ts'
import { withTransaction } from '../../src/platform/database/database.ts'
import type { TestApp } from '../app.ts'
import { makeUser, type TestUser } from './accounts.ts'

type CaregiverFields = {
  timezone?: string
  /** US cents an hour. */
  rateCents?: number
  verificationStatus?: 'pending' | 'verified' | 'rejected' | 'flagged'
  isListed?: boolean
}

const DETAILS = {
  city: 'Lyon',
  country: 'France',
  languages: ['English'],
  skills: ['First Aid'],
  description: 'Years with families.',
}

/** Makes a caregiver without hours; verified and listed by default. */
export async function makeListedCaregiver(
  app: TestApp,
  { timezone = 'UTC', rateCents = 2_500, verificationStatus = 'verified', ...rest }: CaregiverFields = {},
): Promise<TestUser> {
  const user = await makeUser(app, { role: 'caregiver' })
  const isListed = rest.isListed ?? verificationStatus === 'verified'
  const fields = { ...DETAILS, timezone, rateCents, verificationStatus, isListed }
  await app.deps.database
    .insert(caregiverProfiles)
    .values({ userId: user.id, fullName: user.fullName, createdAt: app.deps.clock.now(), ...fields })
    .onConflictDoUpdate({ target: caregiverProfiles.userId, set: fields })
  await withTransaction(app.deps.database, (transaction) => setProfileComplete(transaction, user.id, true))
  return user
}

/** Updates the caregiver directly, without the checks of an admin's decision. */
export async function updateListing(
  app: TestApp,
  caregiverId: number,
  fields: CaregiverFields,
): Promise<void> {
  await app.deps.database
    .update(caregiverProfiles)
    .set({ ...fields, verificationOverride: null })
    .where(eq(caregiverProfiles.userId, caregiverId))
}

/** The UTC date that many days from today. */
export function dateIn(app: TestApp, days: number): LocalDate {
  return addDays(toLocalDate(app.deps.clock.now().getTime(), 'UTC'), days)
}

/** A window of a request body; by default with slots of 60 minutes and no buffer. */
export function hours(start: string, end: string, slot = 60, buffer = 0): WindowBody {
  return { start_local: start, end_local: end, slot_minutes: slot, buffer_minutes: buffer }
}

/** Sets the hours of a date through the API. @returns the override's id */
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
  if (answer.status !== 201) throw new Error(`The hours were rejected: ${JSON.stringify(answer.body)}`)
  return answer.body.id
}

/** Books hours of a caregiver directly, as a paid request does. */
export function bookHours(app: TestApp, caregiverId: number, intervals: Booked[]): Promise<number[]> {
  return withTransaction(app.deps.database, async (transaction) => {
    const caregiver = await lockCaregiver(transaction, caregiverId, 'update')
    if (!caregiver) throw new Error(`Person ${caregiverId} has no calendar`)
    return bookTimes(transaction, app.deps, caregiver, intervals)
  })
}

/** Holds hours of a caregiver for a year, as an accepted request does for a while. */
export function holdHours(app: TestApp, caregiverId: number, intervals: Booked[]): Promise<void> {
  const until = new Date(app.deps.clock.now().getTime() + 365 * DAY_MS)
  return withTransaction(app.deps.database, async (transaction) => {
    const caregiver = await lockCaregiver(transaction, caregiverId, 'update')
    if (!caregiver) throw new Error(`Person ${caregiverId} has no calendar`)
    const held = intervals.map((one) => ({ bufferMs: 0, ...one }))
    await holdTimes(transaction, app.deps, caregiver, { requestId: 0, intervals: held, until })
  })
}

/** Takes a whole UTC date off. */
export async function takeDayOff({ client }: TestUser, date: LocalDate): Promise<void> {
  const span = { start_utc: `${date}T00:00:00Z`, end_utc: `${addDays(date, 1)}T00:00:00Z` }
  const { status } = await client.post('/api/availability/timeoff', span)
  if (status !== 201) throw new Error(`Taking ${date} off answered ${status}`)
}

/** Part of a UTC date, as answers have it. */
export function utcTimes(date: LocalDate, start: string, end: string) {
  return { start, end, start_utc: `${date}T${start}:00.000Z`, end_utc: `${date}T${end}:00.000Z` }
}

/** Part of a UTC date, as epoch ms. */
export function utc(date: LocalDate, start: string, end: string): Interval {
  return { startMs: Date.parse(`${date}T${start}:00Z`), endMs: Date.parse(`${date}T${end}:00Z`) }
}
