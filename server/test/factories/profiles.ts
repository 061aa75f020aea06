/** Caregivers and families with profiles, and the files they upload. */

import { deflateSync } from 'node:zlib'
import type { CaregiverProfileBody } from '@tendwell/contract/profiles/caregiver-body'
import type { VerificationStatus } from '@tendwell/contract/profiles/profiles'
import sharp from 'sharp'
import {
  createProfile,
  recordVerification,
  refreshListing,
  updateCaregiverProfile,
} from '../../src/features/profiles/index.ts'
import { openSession, signAccessToken } from '../../src/features/sign-in/index.ts'
import { setActive as setAccountActive } from '../../src/features/staff/index.ts'
import { withTransaction } from '../../src/platform/database/database.ts'
import type { Client, TestApp } from '../app.ts'
import { makeUser, newDevice, type TestUser } from './accounts.ts'

type CaregiverOverrides = {
  name?: string
  email?: string
  /** The status is `verified` by default; `verified: false` leaves it pending. */
  verified?: boolean
  status?: VerificationStatus
  /** US cents an hour. */
  rateCents?: number
  skills?: string[]
  languages?: string[]
  city?: string
  country?: CaregiverProfileBody['country']
  description?: string
  timezone?: string
}

/** Makes a caregiver with a complete profile and no hours; verified and listed by default. */
export async function makeCaregiver(app: TestApp, overrides: CaregiverOverrides = {}): Promise<TestUser> {
  const { deps } = app
  const { name, email, verified = true, status = verified ? 'verified' : 'pending' } = overrides
  const user = await makeUser(app, { role: 'caregiver', fullName: name, email })
  await createProfile(deps, user.id, overrides.timezone ?? null)
  await updateCaregiverProfile(deps, user.id, {
    city: overrides.city ?? 'Lyon',
    country: overrides.country ?? 'France',
    hourly_rate_usd: (overrides.rateCents ?? 2_500) / 100,
    languages: overrides.languages ?? ['English'],
    skills: overrides.skills ?? ['Newborn care', 'First Aid'],
    description: overrides.description ?? 'Years with families.',
  })
  if (status !== 'pending') await setVerificationStatus(app, user.id, status)
  return user
}

/** Sets a caregiver's status as an admin's decision does. */
export async function setVerificationStatus(
  app: TestApp,
  caregiverId: number,
  status: VerificationStatus,
): Promise<void> {
  await withTransaction(app.deps.database, (transaction) =>
    recordVerification(transaction, app.deps, {
      caregiverId,
      status,
      rejectionReason: status === 'rejected' ? 'The picture is blurred' : null,
      actorId: caregiverId,
      // Nobody here uploads papers, unless that is what a test is about.
      override: 'Known from the test',
    }),
  )
}

/** Activates or deactivates an account as an admin does, and lists or unlists the caregiver. */
export async function setActive(app: TestApp, userId: number, isActive: boolean): Promise<void> {
  await withTransaction(app.deps.database, async (transaction) => {
    await setAccountActive(transaction, app.deps, userId, isActive)
    await refreshListing(transaction, userId)
  })
}

/** Makes a family with an empty profile. */
export async function makeFamily(app: TestApp, { name }: { name?: string } = {}): Promise<TestUser> {
  const user = await makeUser(app, { role: 'caretaker', fullName: name })
  await createProfile(app.deps, user.id, null)
  return user
}

/**
 * A client of the same user in a new session. Moving the clock and deactivating the account end the first
 * one.
 */
export async function logInAgain(app: TestApp, { id, role }: TestUser): Promise<Client> {
  const device = newDevice('again')
  const { sessionId } = await withTransaction(app.deps.database, (transaction) =>
    openSession(transaction, app.deps, id, device),
  )
  return app.withToken(await signAccessToken(app.deps, { userId: id, role, sessionId }))
}

type Picture = 'png' | 'jpeg' | 'webp'

/** A small picture of one color. */
export function makePicture(form: Picture, { width = 60, height = 40 } = {}): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#a97c2f' } })
    .toFormat(form)
    .toBuffer()
}

/** A valid PNG of few bytes that decodes to `width` × `height` pixels of one bit. */
export function makePixelBomb(width: number, height: number): Buffer {
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height))
  return toPng({ width, height, depth: 1, color: 0, interlace: 0 }, rows)
}

/** The start of a PNG that can only be decoded as a whole: interlaced, with four channels of 16 bits. */
export function makeInterlacedPng(width: number, height: number): Buffer {
  return toPng({ width, height, depth: 16, color: 6, interlace: 1 }, deflateSync(Buffer.alloc(100)))
}

type Header = { width: number; height: number; depth: number; color: number; interlace: number }

function toPng({ width, height, depth, color, interlace }: Header, rows: Buffer): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, depth, color, 0, 0, interlace])
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', rows),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

function pngChunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), content])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

function crc32(content: Buffer): number {
  let value = 0xffffffff
  for (const byte of content) {
    value ^= byte
    for (let bit = 0; bit < 8; bit += 1) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0)
  }
  return (value ^ 0xffffffff) >>> 0
}

/** A multipart form with one file per field. */
export function toForm(files: Record<string, { content: Buffer | string; name?: string }>): FormData {
  const form = new FormData()
  for (const [field, { content, name = 'file' }] of Object.entries(files)) {
    form.append(field, new Blob([new Uint8Array(Buffer.from(content as string))]), name)
  }
  return form
}

/**
 * A PDF with these objects, which are numbered from 1; the first is the catalog. By default it has one empty
 * page.
 * @param bytes makes it at least this large
 */
export function makePdf({ objects = EMPTY_PAGE, bytes = 0, trailer = '' }: PdfParts = {}): Buffer {
  const offsets: number[] = []
  let text = '%PDF-1.7\n'
  for (const [index, object] of objects.entries()) {
    offsets.push(text.length)
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
  }
  text += `%${'x'.repeat(bytes)}\n`
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}`
  return Buffer.from(
    `${text}${table}trailer\n<</Size ${size}/Root 1 0 R${trailer}>>\nstartxref\n${text.length}\n%%EOF\n`,
    'latin1',
  )
}

type PdfParts = { objects?: string[]; bytes?: number; trailer?: string }

const EMPTY_PAGE = [
  '<</Type/Catalog/Pages 2 0 R>>',
  '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>',
]

/** A PDF of one empty page. */
export const PDF = makePdf().toString('latin1')
