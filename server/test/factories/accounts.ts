/** People with an account and a live session. */
import type { Role } from '@tendwell/contract/accounts'
import { asc, eq } from 'drizzle-orm'
import {
  hashPassword,
  insertUser,
  openSession,
  signAccess,
  users,
} from '../../src/features/accounts/index.ts'
import { auditLog } from '../../src/features/accounts/tables.ts'
import { withTransaction } from '../../src/platform/database.ts'
import { mailbox } from '../../src/ports/mailer/tables.ts'
import type { Client, TestApp } from '../app.ts'

/** Everyone's password in the tests. */
export const PASSWORD = 'correct horse 42'

/** Hashed once a process: the hashing is slow by design. */
let passwordHash: Promise<string> | null = null

let counter = 0

export type TestUser = {
  id: number
  email: string
  fullName: string
  role: Role
  /** The access token that `client` sends. */
  token: string
  refresh: string
  sessionId: string
  client: Client
}

/** Makes an account as sign-up does (its event is published, its jobs wait for `drain`), verified and logged in. */
export async function makeUser(
  app: TestApp,
  overrides: {
    role: Role
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
  passwordHash ??= hashPassword(PASSWORD)
  const hash = await passwordHash
  const createdAt = deps.clock.now()

  const { id, session } = await withTransaction(deps.database, async (transaction) => {
    const { id, isNew } = await insertUser(transaction, {
      email,
      fullName,
      role,
      passwordHash: hash,
      emailVerifiedAt: verified ? createdAt : null,
      createdAt,
    })
    if (!isNew) throw new Error(`${email} has an account already`)
    if (!active) await transaction.update(users).set({ isActive: false }).where(eq(users.id, id))
    await deps.jobs.publish(transaction, { type: 'account.created', userId: id, role, timezone })
    const session = await openSession(transaction, deps, id, { userAgent: 'a test', address: '127.0.0.1' })
    return { id, session }
  })
  const token = await signAccess(deps, { userId: id, role, sessionId: session.sessionId })
  return { id, email, fullName, role, token, ...session, client: app.withToken(token) }
}

/** The letters that an address was sent, oldest first, after all that is due was done. */
export async function lettersTo(app: TestApp, email: string): Promise<{ subject: string; text: string }[]> {
  await app.drain()
  return app.deps.database
    .select({ subject: mailbox.subject, text: mailbox.text })
    .from(mailbox)
    .where(eq(mailbox.recipient, email))
    .orderBy(asc(mailbox.id))
}

/** The token in the newest link to a page that was mailed to an address. */
async function linkedToken(app: TestApp, email: string, page: string): Promise<string> {
  const letters = await lettersTo(app, email)
  const pattern = new RegExp(`/${page}\\?token=([\\w-]+)`)
  const tokens = letters.flatMap(({ text }) => pattern.exec(text)?.[1] ?? [])
  const newest = tokens.at(-1)
  if (!newest) throw new Error(`${email} was sent no link to ${page}`)
  return newest
}

/** The token in the newest verification link that was mailed to an address. */
export function mailedTokenOf(app: TestApp, email: string): Promise<string> {
  return linkedToken(app, email, 'verify-email')
}

/** Asks for a reset link as a visitor does. @returns the token in it */
export async function resetTokenOf(app: TestApp, email: string): Promise<string> {
  await app.visitor.post('/api/auth/password/reset/', { email })
  return linkedToken(app, email, 'reset-password')
}

/** What the audit log says of a person, oldest first. */
export async function auditOf(app: TestApp, userId: number) {
  return app.deps.database
    .select()
    .from(auditLog)
    .where(eq(auditLog.subject, `user:${userId}`))
    .orderBy(asc(auditLog.id))
}
