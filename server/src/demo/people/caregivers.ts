import type { VerificationStatus } from '@tendwell/contract/profiles/profiles'
import { toKm } from '@tendwell/contract/search/distance'
import { addDays, DAY_MS, toLocalDate } from '@tendwell/contract/time'
import type { Deps } from '../../deps.ts'
import { addRules, setOverride } from '../../features/availability/index.ts'
import {
  recordVerification,
  setAvailabilitySettings,
  updateCaregiverProfile,
  uploadDocuments,
} from '../../features/profiles/index.ts'
import { withTransaction } from '../../platform/database/database.ts'
import { backdate, goBack } from '../backdate.ts'
import { CAREGIVERS, type DemoCaregiver, findPlace } from '../content/caregivers.ts'
import { NANNY_WEEKS, NIGHT_SETTINGS, OVERRIDES, pickWeek } from '../content/hours.ts'
import { CLOSINGS, NANNY_SPECIALTIES, SPECIALTIES, type Specialty } from '../content/specialties.ts'
import type { Random } from '../random.ts'
import { mapSideBySide } from '../side-by-side.ts'
import { addAccount, type Caregiver, drawSpecimen, toDemoEmail } from './accounts.ts'
import { addPortrait } from './portraits.ts'

/** How far those caregivers travel who say it: 25 miles. */
const TRAVEL_KM = toKm(25, 'United States')
/** How far ahead caregivers have date overrides. */
const OVERRIDES_DAYS_AHEAD = 56
const NIGHT_SKILL = 'Night nanny'
const DOCUMENTS = { gov_id_front: 'ID card, front', gov_id_back: 'ID card, back', certificate: 'Certificate' }

/** Adds all caregivers. @returns the verified ones */
export async function addCaregivers(
  deps: Deps,
  random: Random,
  { adminId, passwordHash }: { adminId: number; passwordHash: string },
): Promise<Caregiver[]> {
  const accounts = []
  // One after another, so that everyone has the same id on every run.
  for (const [index, caregiver] of CAREGIVERS.entries()) {
    const { name: fullName, status = 'verified' } = caregiver
    const daysAgo = status === 'pending' ? random.between(1, 4) : random.between(130, 420)
    const signupDeps = goBack(deps, daysAgo * DAY_MS)
    const email = index === 0 ? 'caregiver@demo.tendwell.test' : toDemoEmail(fullName)
    const id = await addAccount(signupDeps, { email, fullName, role: 'caregiver', passwordHash })
    accounts.push({ id, caregiver, status, signupDeps, random: random.split() })
  }
  await mapSideBySide(accounts, async ({ id, caregiver, status, signupDeps, random }) => {
    await addProfile(signupDeps, random, id, caregiver)
    await addVerification(signupDeps, adminId, { id, caregiver, status })
    if (status === 'verified') await addHours(backdate(deps, deps.clock.now()), random, id, caregiver)
  })
  return accounts
    .filter(({ status }) => status === 'verified')
    .map(({ id, caregiver: { name, country } }) => ({ id, name, timezone: findPlace(country).zone }))
}

/** Adds a caregiver's profile, of a random specialty, and portrait. */
async function addProfile(deps: Deps, random: Random, id: number, caregiver: DemoCaregiver): Promise<void> {
  const { name, city, country, nanny, phone } = caregiver
  const { zone, languages, rates } = findPlace(country)
  const specialty = nanny ? NANNY_SPECIALTIES[nanny] : random.pick(SPECIALTIES)
  const drawn = {
    hourly_rate_usd: random.between(...rates),
    languages: random.sample(languages, random.between(1, 2)),
    skills: random.sample(specialty.skills, random.between(4, 6)),
    experience_years: random.between(3, 19),
  }
  await updateCaregiverProfile(deps, id, {
    ...drawn,
    ...(nanny === 'nights' && { skills: [...new Set([NIGHT_SKILL, ...drawn.skills])] }),
    ...(phone && { phone_number: phone }),
    city,
    country,
    description: writeDescription(random, specialty, drawn.experience_years),
    timezone: zone,
    // Every other one, by the years, which draws nothing more from the random numbers.
    travel_km: drawn.experience_years % 2 === 0 ? TRAVEL_KM : null,
  })
  await addPortrait(deps, id, name, caregiver)
}

function writeDescription(random: Random, { openings, middles }: Specialty, years: number): string {
  const sentences = [random.pick(openings), random.pick(middles), random.pick(CLOSINGS)]
  return sentences.join(' ').replace('{years}', String(years))
}

/** Uploads a caregiver's papers; an admin decides on them unless the caregiver is still pending. */
async function addVerification(
  deps: Deps,
  actorId: number,
  { id, caregiver, status }: { id: number; caregiver: DemoCaregiver; status: VerificationStatus },
): Promise<void> {
  const uploads = Object.entries(DOCUMENTS).map(([field, title]) =>
    drawSpecimen({ field, fileName: field, title, name: caregiver.name }),
  )
  await uploadDocuments(deps, id, await Promise.all(uploads))
  if (status === 'pending') return
  const rejectionReason = status === 'rejected' ? 'The photo of the ID card isn’t readable.' : null
  await withTransaction(deps.database, (transaction) =>
    recordVerification(transaction, deps, { caregiverId: id, status, rejectionReason, actorId }),
  )
}

/** Adds weekly hours and a few date overrides, in the caregiver's own time zone. */
async function addHours(
  deps: Deps,
  random: Random,
  id: number,
  { country, nanny }: DemoCaregiver,
): Promise<void> {
  const week = nanny ? NANNY_WEEKS[nanny] : pickWeek(random)
  await withTransaction(deps.database, async (transaction) => {
    await addRules(transaction, deps, id, week)
    if (nanny === 'nights') await setAvailabilitySettings(transaction, id, NIGHT_SETTINGS)
  })
  const today = toLocalDate(deps.clock.now().getTime(), findPlace(country).zone)
  for (let ahead = random.between(6, 12); ahead < OVERRIDES_DAYS_AHEAD; ahead += random.between(6, 14)) {
    const windows = random.pick(OVERRIDES)
    const day = {
      caregiver: id,
      date_local: addDays(today, ahead),
      is_available: windows.length > 0,
      windows: [...windows],
    }
    await withTransaction(deps.database, (transaction) => setOverride(transaction, deps, id, day))
  }
}
