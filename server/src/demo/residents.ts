import type { VerificationStatus } from '@tendwell/contract/profiles'
import { PRODUCT_NAME } from '@tendwell/contract/reference'
import { addDays, toLocalDate } from '@tendwell/contract/time'
import sharp from 'sharp'
import type { Deps } from '../deps.ts'
import { insertUser, setAvatar } from '../features/accounts/index.ts'
import { addRules, setDay } from '../features/availability/index.ts'
import { inMemory, insertFile, storeFile } from '../features/files/index.ts'
import {
  changeCaretakerProfile,
  changeDetails,
  makeProfile,
  replaceDocuments,
  setVerification,
} from '../features/profiles/index.ts'
import { withTransaction } from '../platform/database.ts'
import { specialDayOf, weekOf } from './calendars.ts'
import { CALLINGS } from './callings.ts'
import { FAMILIES, type Household, type Person, PLACES, type Place } from './people.ts'
import { drawPortrait } from './portraits.ts'
import type { Chance } from './random.ts'
import { at } from './stage.ts'

export type Caregiver = { id: number; name: string; timezone: string; status: VerificationStatus }
export type Family = { id: number; name: string; timezone: string }

const DAY_MS = 24 * 3_600_000
/** Eight weeks of hours lie ahead; this many days of them are out of the ordinary. */
const SPECIAL_DAYS_WITHIN = 56

/** Those who are not verified, by their place in the list: so that each status can be seen. */
const UNVERIFIED: ReadonlyMap<number, VerificationStatus> = new Map([
  [11, 'pending'],
  [23, 'flagged'],
  [29, 'pending'],
  [35, 'rejected'],
  [47, 'pending'],
  [59, 'flagged'],
])

type Account = { email: string; fullName: string; role: 'caregiver' | 'caretaker' | 'admin'; createdAt: Date }

export async function addAccount(deps: Deps, passwordHash: string, account: Account): Promise<number> {
  const { id } = await withTransaction(deps.database, (transaction) =>
    insertUser(transaction, { ...account, passwordHash, emailVerifiedAt: account.createdAt }),
  )
  return id
}

function addressOf(name: string): string {
  const word = name
    .normalize('NFD')
    .replace(/[^a-z]+/gi, '.')
    .toLowerCase()
  return `${word.replace(/^\.+|\.+$/g, '')}@demo.tendwell.test`
}

async function giveAvatar(deps: Deps, userId: number, content: Buffer): Promise<void> {
  const file = await storeFile(deps, userId, {
    kind: 'avatar',
    content: inMemory(content),
    contentType: 'image/webp',
    originalName: 'portrait.webp',
  })
  await withTransaction(deps.database, async (transaction) => {
    await insertFile(transaction, file)
    await setAvatar(transaction, userId, file.id)
  })
}

/** A picture that says what it stands for, in place of a document. */
export function drawSpecimen(title: string, name: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="560" font-family="sans-serif" fill="#1C2B26">
    <rect width="900" height="560" rx="36" fill="#F1EADD"/><rect y="70" width="900" height="90" fill="#1F5D46"/>
    <text x="60" y="130" font-size="44" fill="#FFFFFF">${title}</text>
    <text x="60" y="290" font-size="52">${name}</text><text x="60" y="360" font-size="30">Specimen for the demo of ${PRODUCT_NAME}</text></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

async function giveDocuments(deps: Deps, userId: number, name: string): Promise<void> {
  const titles = {
    gov_id_front: 'Identity card, front',
    gov_id_back: 'Identity card, back',
    certificate: 'Certificate',
  }
  const uploads = []
  for (const [field, title] of Object.entries(titles)) {
    const source = await drawSpecimen(title, name)
    uploads.push({ field, name: `${field}.png`, source, bytes: source.length })
  }
  await replaceDocuments(deps, userId, uploads)
}

function wordsOf(chance: Chance, calling: (typeof CALLINGS)[number]): string {
  const years = String(chance.between(3, 19))
  return [chance.pick(calling.openings), chance.pick(calling.middles), chance.pick(calling.closings)]
    .join(' ')
    .replace('{years}', years)
}

async function describe(
  deps: Deps,
  chance: Chance,
  userId: number,
  place: Place,
  person: Person,
): Promise<void> {
  const calling = chance.pick(CALLINGS)
  const [least, most] = place.rates
  await changeDetails(deps, userId, {
    editable_full_name: person.name,
    city: person.city,
    country: place.country,
    hourly_rate_usd: chance.between(least, most),
    languages: chance.some(place.languages, chance.between(1, 2)),
    skills: chance.some(calling.skills, chance.between(4, 6)),
    description: wordsOf(chance, calling),
    timezone: place.timezone,
  })
}

async function openHours(deps: Deps, chance: Chance, userId: number, timezone: string): Promise<void> {
  const week = weekOf(chance)
  await withTransaction(deps.database, (transaction) => addRules(transaction, deps, userId, week))
  const today = toLocalDate(deps.clock.now().getTime(), timezone)
  for (let ahead = chance.between(6, 12); ahead < SPECIAL_DAYS_WITHIN; ahead += chance.between(6, 14)) {
    const windows = specialDayOf(chance)
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
    await withTransaction(deps.database, (transaction) => setDay(transaction, deps, userId, day))
  }
}

async function decide(
  deps: Deps,
  adminId: number,
  caregiverId: number,
  status: VerificationStatus,
): Promise<void> {
  if (status === 'pending') return
  const rejectionReason =
    status === 'rejected' ? 'The photograph of the identity card can not be read.' : null
  await withTransaction(deps.database, (transaction) =>
    setVerification(transaction, deps, {
      caregiverId,
      status,
      rejectionReason,
      adminNotes: '',
      actorId: adminId,
    }),
  )
}

/** The caregivers of all places, the first one with the demo's own address. */
export async function addCaregivers(
  deps: Deps,
  chance: Chance,
  { adminId, passwordHash }: { adminId: number; passwordHash: string },
): Promise<Caregiver[]> {
  const caregivers: Caregiver[] = []
  for (const place of PLACES) {
    for (const person of place.people) {
      const status = UNVERIFIED.get(caregivers.length) ?? 'verified'
      const daysAgo = status === 'pending' ? chance.between(1, 4) : chance.between(130, 420)
      const createdAt = new Date(deps.clock.now().getTime() - daysAgo * DAY_MS)
      const then = at(deps, createdAt)
      const email = caregivers.length === 0 ? 'caregiver@demo.tendwell.test' : addressOf(person.name)
      const id = await addAccount(then, passwordHash, {
        email,
        fullName: person.name,
        role: 'caregiver',
        createdAt,
      })
      await makeProfile(then, id, place.timezone)
      await describe(then, chance, id, place, person)
      await giveAvatar(
        then,
        id,
        await drawPortrait(person.name, { isMan: person.isMan ?? false, tone: person.tone }),
      )
      if (status !== 'verified' || caregivers.length === 0) await giveDocuments(then, id, person.name)
      await decide(then, adminId, id, status)
      if (status === 'verified') await openHours(at(deps, deps.clock.now()), chance, id, place.timezone)
      caregivers.push({ id, name: person.name, timezone: place.timezone, status })
    }
  }
  return caregivers
}

async function describeFamily(deps: Deps, userId: number, household: Household): Promise<void> {
  const { name, phone, city, country, languages, careNeeds, notes, children, isMan = false, tone } = household
  await changeCaretakerProfile(deps, userId, {
    phone_number: phone,
    city,
    country,
    care_needs: [...careNeeds],
    languages: [...languages],
    notes,
    children: children.map((child) => ({ notes: '', ...child })),
  })
  await giveAvatar(deps, userId, await drawPortrait(name, { isMan, tone }))
}

/** The families, the first one with the demo's own address. */
export async function addFamilies(deps: Deps, chance: Chance, passwordHash: string): Promise<Family[]> {
  const families: Family[] = []
  for (const household of FAMILIES) {
    const { name, timezone } = household
    const createdAt = new Date(deps.clock.now().getTime() - chance.between(130, 300) * DAY_MS)
    const email = families.length === 0 ? 'family@demo.tendwell.test' : addressOf(name)
    const id = await addAccount(deps, passwordHash, { email, fullName: name, role: 'caretaker', createdAt })
    await makeProfile(deps, id, null)
    await describeFamily(deps, id, household)
    families.push({ id, name, timezone })
  }
  return families
}
