/** Caregivers and families with profiles, and the files they upload. */
import { deflateSync } from 'node:zlib'
import type { CaregiverProfileBody, VerificationStatus } from '@tendwell/contract/profiles'
import sharp from 'sharp'
import {
  openSession,
  setActive as setAccountActive,
  signAccessToken,
} from '../../src/features/accounts/index.ts'
import {
  createProfile,
  setListed,
  setVerification,
  updateCaregiverProfile,
} from '../../src/features/profiles/index.ts'
import { withTransaction } from '../../src/platform/database.ts'
import type { Client, TestApp } from '../app.ts'
import { makeUser, type TestUser } from './accounts.ts'

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
    skills: overrides.skills ?? ['First Aid'],
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
    setVerification(transaction, app.deps, {
      caregiverId,
      status,
      rejectionReason: status === 'rejected' ? 'The picture is blurred' : null,
      adminNotes: '',
      actorId: caregiverId,
    }),
  )
}

/** Activates or deactivates an account as an admin does, and lists or unlists the caregiver. */
export async function setActive(app: TestApp, userId: number, isActive: boolean): Promise<void> {
  await withTransaction(app.deps.database, async (transaction) => {
    await setAccountActive(transaction, app.deps, userId, isActive)
    await setListed(transaction, { userId, isActive })
  })
}

/** Makes a family with an empty profile. */
export async function makeFamily(app: TestApp, { name }: { name?: string } = {}): Promise<TestUser> {
  const user = await makeUser(app, { role: 'caretaker', fullName: name })
  await createProfile(app.deps, user.id, null)
  return user
}

/** A client of the same user in a new session. Moving the clock and deactivating the account end the first one. */
export async function logInAgain(app: TestApp, { id, role }: TestUser): Promise<Client> {
  const device = { userAgent: 'again', ipAddress: '127.0.0.1' }
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

/** A minimal PDF. */
export const PDF = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'
