import type { VerificationStatus } from '@tendwell/contract/profiles/profiles'
import { addDays, DAY_MS, toLocalDate } from '@tendwell/contract/time'
import type { Deps } from '../../deps.ts'
import { addRules, setOverride } from '../../features/availability/index.ts'
import {
  createProfile,
  recordVerification,
  updateCaregiverProfile,
  uploadDocuments,
} from '../../features/profiles/index.ts'
import { withTransaction } from '../../platform/database/database.ts'
import { pickOverrideWindows, pickWeek } from '../activity/calendars.ts'
import { backdate } from '../backdate.ts'
import { type Person, PLACES, type Place } from '../data/caregivers.ts'
import { SPECIALTIES, type Specialty } from '../data/specialties.ts'
import type { Random } from '../random.ts'
import { mapSideBySide } from '../side-by-side.ts'
import { addAccount, addAvatar, type Caregiver, drawSpecimen, toDemoEmail } from './accounts.ts'
import { drawPortrait } from './portraits.ts'

const OVERRIDES_WITHIN_DAYS = 56

/** The caregivers who are not verified, by index, so that the demo shows every verification status. */
const UNVERIFIED: ReadonlyMap<number, VerificationStatus> = new Map([
  [11, 'pending'],
  [23, 'flagged'],
  [29, 'pending'],
  [35, 'rejected'],
  [47, 'pending'],
  [59, 'flagged'],
])

/** Adds the caregivers of every place; the first one gets the demo login. */
export async function addCaregivers(
  deps: Deps,
  random: Random,
  { adminId, passwordHash }: { adminId: number; passwordHash: string },
): Promise<Caregiver[]> {
  const people = PLACES.flatMap((place) => place.people.map((person) => ({ place, person })))
  const accounts = []
  // One after another, so that everyone has the same id on every run.
  for (const [index, { place, person }] of people.entries()) {
    const status = UNVERIFIED.get(index) ?? 'verified'
    const daysAgo = status === 'pending' ? random.between(1, 4) : random.between(130, 420)
    const createdAt = new Date(deps.clock.now().getTime() - daysAgo * DAY_MS)
    const id = await addAccount(backdate(deps, createdAt), passwordHash, {
      email: index === 0 ? 'caregiver@demo.tendwell.test' : toDemoEmail(person.name),
      fullName: person.name,
      role: 'caregiver',
      createdAt,
    })
    accounts.push({ id, place, person, status, createdAt, random: random.split() })
  }
  return mapSideBySide(accounts, async ({ id, place, person, status, createdAt, random }) => {
    const then = backdate(deps, createdAt)
    await addProfile(then, random, id, { place, person })
    await addDocuments(then, id, person.name)
    await decideVerification(then, adminId, id, status)
    if (status === 'verified') await addHours(backdate(deps, deps.clock.now()), random, id, place.timezone)
    return { id, name: person.name, timezone: place.timezone, status }
  })
}

async function addProfile(
  deps: Deps,
  random: Random,
  userId: number,
  { place, person }: { place: Place; person: Person },
): Promise<void> {
  const { name } = person
  const specialty = random.pick(SPECIALTIES)
  const [lowestRate, highestRate] = place.rates
  await createProfile(deps, userId, place.timezone)
  await updateCaregiverProfile(deps, userId, {
    editable_full_name: name,
    city: person.city,
    country: place.country,
    hourly_rate_usd: random.between(lowestRate, highestRate),
    languages: random.sample(place.languages, random.between(1, 2)),
    skills: random.sample(specialty.skills, random.between(4, 6)),
    description: writeDescription(random, specialty),
    timezone: place.timezone,
  })
  await addAvatar(deps, userId, await drawPortrait(name, person))
}

function writeDescription(random: Random, specialty: Specialty): string {
  const years = String(random.between(3, 19))
  return [random.pick(specialty.openings), random.pick(specialty.middles), random.pick(specialty.closings)]
    .join(' ')
    .replace('{years}', years)
}

async function addDocuments(deps: Deps, userId: number, name: string): Promise<void> {
  const titles = { gov_id_front: 'ID card, front', gov_id_back: 'ID card, back', certificate: 'Certificate' }
  const uploads = []
  for (const [field, title] of Object.entries(titles)) {
    const source = await drawSpecimen(title, name)
    uploads.push({ field, name: `${field}.png`, source, bytes: source.length })
  }
  await uploadDocuments(deps, userId, uploads)
}

async function decideVerification(
  deps: Deps,
  adminId: number,
  caregiverId: number,
  status: VerificationStatus,
): Promise<void> {
  if (status === 'pending') return
  const rejectionReason = status === 'rejected' ? 'The photo of the ID card isn’t readable.' : null
  await withTransaction(deps.database, (transaction) =>
    recordVerification(transaction, deps, {
      caregiverId,
      status,
      rejectionReason,
      actorId: adminId,
    }),
  )
}

/** Adds weekly hours and a few date overrides, in the caregiver's own time zone. */
async function addHours(deps: Deps, random: Random, userId: number, timezone: string): Promise<void> {
  const week = pickWeek(random)
  await withTransaction(deps.database, (transaction) => addRules(transaction, deps, userId, week))
  const today = toLocalDate(deps.clock.now().getTime(), timezone)
  for (let ahead = random.between(6, 12); ahead < OVERRIDES_WITHIN_DAYS; ahead += random.between(6, 14)) {
    const windows = pickOverrideWindows(random)
    const day = {
      caregiver: userId,
      date_local: addDays(today, ahead),
      is_available: windows.length > 0,
      windows: windows.map(({ start, end, slotMinutes, bufferMinutes }) => ({
        start_local: start,
        end_local: end,
        slot_minutes: slotMinutes,
        buffer_minutes: bufferMinutes,
      })),
    }
    await withTransaction(deps.database, (transaction) => setOverride(transaction, deps, userId, day))
  }
}
