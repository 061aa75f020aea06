/** Users with an account and a live session. */

import { randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import type { Role, StaffRole } from '@tendwell/contract/sign-in/accounts'
import { asc, eq } from 'drizzle-orm'
import type { EventMap } from '../../src/events.ts'
import { auditLog } from '../../src/features/people/audit/tables.ts'
import { insertUser, users } from '../../src/features/people/index.ts'
import { openSession, signAccessToken } from '../../src/features/sign-in/index.ts'
import { withTransaction } from '../../src/platform/database/database.ts'
import { mailbox } from '../../src/ports/mailer/tables.ts'
import type { Answer, Client, TestApp } from '../app.ts'

/** The password of every user in the tests. */
export const PASSWORD = 'correct horse 42'

/** Of the least cost: a real hash is slow by design, also at each login. Sign-up makes real ones. */
const passwordHash = hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 })

let counter = 0

export type TestUser = {
  id: number
  email: string
  fullName: string
  role: Role
  staffRole: StaffRole | null
  /** The access token that `client` sends. */
  token: string
  refresh: string
  sessionId: string
  client: Client
}

/**
 * Creates an account as sign-up does, verified by default, and logs it in. Its event is published; its jobs
 * run at the next `drain`.
 */
export async function makeUser(
  app: TestApp,
  overrides: {
    role: Role
    /** Of an admin; `admin` by default. */
    staffRole?: StaffRole
    fullName?: string
    email?: string
    verified?: boolean
    active?: boolean
    timezone?: string | null
  },
): Promise<TestUser> {
  const { deps } = app
  const { role, verified = true, active = true, timezone = null } = overrides
  counter += 1
  const email = overrides.email ?? `${role}-${process.pid}-${counter}@example.test`
  const fullName = overrides.fullName ?? `Person ${counter}`
  const createdAt = deps.clock.now()

  const { id, session } = await withTransaction(deps.database, async (transaction) => {
    const { id, isNew } = await insertUser(transaction, {
      email,
      fullName,
      role,
      ...(overrides.staffRole && { staffRole: overrides.staffRole }),
      passwordHash: await passwordHash,
      emailVerifiedAt: verified ? createdAt : null,
      createdAt,
    })
    if (!isNew) throw new Error(`${email} has an account already`)
    if (!active) {
      await transaction
        .update(users)
        .set({ isActive: false, deactivatedAt: createdAt })
        .where(eq(users.id, id))
    }
    await deps.jobs.publish(transaction, 'account.created', { userId: id, role, timezone })
    const session = await openSession(transaction, deps, id, newDevice('a test'))
    return { id, session }
  })
  const token = await signAccessToken(deps, { userId: id, role, sessionId: session.sessionId })
  const staffRole = role === 'admin' ? (overrides.staffRole ?? 'admin') : null
  return { id, email, fullName, role, staffRole, token, ...session, client: app.withToken(token) }
}

/** A browser that is new to every account. */
export function newDevice(userAgent: string) {
  return {
    userAgent,
    ipAddress: '127.0.0.1',
    knownDevices: new Map(),
    newDeviceId: randomUUID(),
    browserId: randomUUID(),
  }
}

/** A valid sign-up with a unique address. */
export function makeSignupBody(overrides: object = {}) {
  counter += 1
  return {
    full_name: 'Ada Byron',
    email: `ada-${process.pid}-${counter}@example.test`,
    password: PASSWORD,
    role: 'caretaker',
    ...overrides,
  }
}

export function signUp(app: TestApp, body: unknown): Promise<Answer> {
  return app.visitor.post('/api/auth/signup/', body)
}

/** @param handle of the browser that signed up; without it, the link is opened in another one */
export function verifyEmail(app: TestApp, token: unknown, handle?: string): Promise<Answer> {
  return app.visitor.post('/api/auth/verify-email/', { token, verification_handle: handle })
}

export function logIn(app: TestApp, email: string, password = PASSWORD): Promise<Answer> {
  return app.visitor.post('/api/auth/login/', { email, password })
}

export function refreshSession(app: TestApp, refresh: string): Promise<Answer> {
  return app.visitor.post('/api/auth/token/refresh/', { refresh })
}

/** Makes a call that every signed-in user may make. */
export function probeToken(app: TestApp, token: string): Promise<Answer> {
  return app.withToken(token).get('/api/notifications')
}

/** The stored account of an address. */
export async function findAccount(app: TestApp, email: string) {
  const [row] = await app.deps.database.select().from(users).where(eq(users.email, email))
  return row
}

export type AccountEvent = { name: string } & EventMap['account.created' | 'email.verified']

/** @returns a list that new accounts and verified addresses are added to, once committed and drained */
export function recordAccountEvents(app: TestApp): AccountEvent[] {
  const events: AccountEvent[] = []
  for (const name of ['account.created', 'email.verified'] as const) {
    app.deps.jobs.subscribe(name, 'this test', async (payload) => void events.push({ name, ...payload }))
  }
  return events
}

/** Runs all due jobs, then lists the emails sent to an address, oldest first. */
export async function listEmailsTo(
  app: TestApp,
  email: string,
): Promise<{ subject: string; text: string; unsubscribeUrl: string | null }[]> {
  await app.drain()
  return app.deps.database
    .select({ subject: mailbox.subject, text: mailbox.text, unsubscribeUrl: mailbox.unsubscribeUrl })
    .from(mailbox)
    .where(eq(mailbox.recipient, email))
    .orderBy(asc(mailbox.id))
}

/** The token in the newest emailed link to a page. */
export async function findLinkToken(app: TestApp, email: string, page: string): Promise<string> {
  const emails = await listEmailsTo(app, email)
  const pattern = new RegExp(`/${page}\\?token=([\\w-]+)`)
  const tokens = emails.flatMap(({ text }) => pattern.exec(text)?.[1] ?? [])
  const newest = tokens.at(-1)
  if (!newest) throw new Error(`no link to ${page} was sent to ${email}`)
  return newest
}

/** The token in the newest verification link sent to an address. */
export function getVerificationToken(app: TestApp, email: string): Promise<string> {
  return findLinkToken(app, email, 'verify-email')
}

/** The six digits in the newest verification email sent to an address. */
export async function getVerificationCode(app: TestApp, email: string): Promise<string> {
  const emails = await listEmailsTo(app, email)
  const codes = emails.flatMap(({ text }) => /^Your code: (\d{6})$/m.exec(text)?.[1] ?? [])
  const newest = codes.at(-1)
  if (!newest) throw new Error(`no code was sent to ${email}`)
  return newest
}

/** Requests a reset link as a visitor. @returns its token */
export async function requestResetToken(app: TestApp, email: string): Promise<string> {
  await app.visitor.post('/api/auth/password/reset/', { email })
  return findLinkToken(app, email, 'reset-password')
}

/** The audit log's entries about a user, oldest first. */
export async function listAuditEntries(app: TestApp, userId: number) {
  return app.deps.database
    .select()
    .from(auditLog)
    .where(eq(auditLog.subject, `user:${userId}`))
    .orderBy(asc(auditLog.id))
}
