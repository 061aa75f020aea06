import type { VisitDetailsBody } from '@tendwell/contract/bookings/visits'
import { PRIVACY_VERSION, PRODUCT_NAME, TERMS_VERSION } from '@tendwell/contract/reference'
import type { Role } from '@tendwell/contract/sign-in/accounts'
import sharp from 'sharp'
import type { Deps } from '../../deps.ts'
import type { Upload } from '../../features/files/index.ts'
import { insertConsents, insertUser } from '../../features/people/index.ts'
import { withTransaction } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/access.ts'
import type { Random } from '../random.ts'

export type Caregiver = { id: number; name: string; timezone: string }
export type Family = { id: number; name: string; timezone: string; visitDetails: VisitDetailsBody }

/**
 * What the functions that make the demo's activity need. The rows in `content/` name people by their index
 * here.
 */
export type Demo = {
  deps: Deps
  random: Random
  adminId: number
  /** The verified caregivers; the first one has the demo login. */
  caregivers: readonly Caregiver[]
  /** The first one has the demo login. */
  families: readonly Family[]
}

/** The family and the caregiver that a row in `content/` names. */
export function findPair({ families, caregivers }: Demo, row: { family: number; caregiver: number }) {
  return { family: families[row.family] as Family, caregiver: caregivers[row.caregiver] as Caregiver }
}

type Account = { email: string; fullName: string; role: Role; passwordHash: string }

/** Creates a verified account, which agreed to the terms unless it is an admin's. @returns the user's id */
export function addAccount(deps: Deps, account: Account): Promise<number> {
  const now = deps.clock.now()
  return withTransaction(deps.database, async (transaction) => {
    const { id } = await insertUser(transaction, { ...account, emailVerifiedAt: now, createdAt: now })
    const agreedVersions = { terms: TERMS_VERSION, privacy: PRIVACY_VERSION }
    if (account.role !== 'admin') await insertConsents(transaction, id, agreedVersions, now)
    return id
  })
}

/** `Inès Benali` becomes `ines.benali@demo.tendwell.test`. */
export function toDemoEmail(name: string): string {
  const letters = name.normalize('NFD').replace(/\p{M}/gu, '')
  return `${letters.replace(/[^a-z]+/gi, '.').toLowerCase()}@demo.tendwell.test`
}

/** A person as the caller of a command; an admin may do everything. */
export function toActor(id: number, role: Role): Actor {
  const staffRole = role === 'admin' ? 'admin' : null
  return { id, role, staffRole, sessionId: 'demo', mustSetUpTwoStep: false }
}

type Specimen = { field: string; fileName: string; title: string; name: string }

/** Draws a placeholder for a scanned document, as an upload. */
export async function drawSpecimen({ field, fileName, title, name }: Specimen): Promise<Upload> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="560" font-family="sans-serif" fill="#1C2B26">
    <rect width="900" height="560" rx="36" fill="#F1EADD"/><rect y="70" width="900" height="90" fill="#1F5D46"/>
    <text x="60" y="130" font-size="44" fill="#FFFFFF">${title}</text>
    <text x="60" y="290" font-size="52">${name}</text><text x="60" y="360" font-size="30">Sample for the ${PRODUCT_NAME} demo</text></svg>`
  const source = await sharp(Buffer.from(svg)).png().toBuffer()
  return { field, name: `${fileName}.png`, source, bytes: source.length }
}
