import type { VisitBody } from '@tendwell/contract/bookings/visits'
import type { VerificationStatus } from '@tendwell/contract/profiles/profiles'
import { PRIVACY_VERSION, PRODUCT_NAME, TERMS_VERSION } from '@tendwell/contract/reference'
import sharp from 'sharp'
import type { Deps } from '../../deps.ts'
import { keepFiles, toContent } from '../../features/files/index.ts'
import { insertConsents, insertUser, setAvatar } from '../../features/people/index.ts'
import { withTransaction } from '../../platform/database/database.ts'

export type Caregiver = { id: number; name: string; timezone: string; status: VerificationStatus }
export type Family = { id: number; name: string; timezone: string; visit: VisitBody }

const agreedVersions = { terms: TERMS_VERSION, privacy: PRIVACY_VERSION }

type Account = { email: string; fullName: string; role: 'caregiver' | 'caretaker' | 'admin'; createdAt: Date }

/** Creates a verified account, which agreed to the terms unless it is an admin's. @returns the user's id */
export async function addAccount(deps: Deps, passwordHash: string, account: Account): Promise<number> {
  const { createdAt, role } = account
  return withTransaction(deps.database, async (transaction) => {
    const { id } = await insertUser(transaction, { ...account, passwordHash, emailVerifiedAt: createdAt })
    if (role !== 'admin') await insertConsents(transaction, id, agreedVersions, deps.clock.now())
    return id
  })
}

/** `Inès Benali` becomes `ines.benali@demo.tendwell.test`. */
export function toDemoEmail(name: string): string {
  const word = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z]+/gi, '.')
    .toLowerCase()
  return `${word.replace(/^\.+|\.+$/g, '')}@demo.tendwell.test`
}

/** Stores a WebP portrait and makes it the user's avatar. */
export async function addAvatar(deps: Deps, userId: number, content: Buffer): Promise<void> {
  const avatar = {
    kind: 'avatar',
    content: toContent(content),
    contentType: 'image/webp',
    originalName: 'portrait.webp',
  } as const
  await keepFiles(deps, userId, { avatar }, async (transaction, fileIds) => {
    await setAvatar(transaction, userId, fileIds.avatar)
    return []
  })
}

/** Draws a placeholder for a scanned document. @returns a PNG */
export function drawSpecimen(title: string, name: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="560" font-family="sans-serif" fill="#1C2B26">
    <rect width="900" height="560" rx="36" fill="#F1EADD"/><rect y="70" width="900" height="90" fill="#1F5D46"/>
    <text x="60" y="130" font-size="44" fill="#FFFFFF">${title}</text>
    <text x="60" y="290" font-size="52">${name}</text><text x="60" y="360" font-size="30">Sample for the ${PRODUCT_NAME} demo</text></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
