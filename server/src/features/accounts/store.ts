import { and, eq, inArray, isNull, lt, ne, sql } from 'drizzle-orm'
import type { Transaction } from '../../platform/database.ts'
import { notFound } from '../../platform/errors.ts'
import type { UserRow } from './account.ts'
import {
  auditLog,
  identities,
  mailedTokens,
  type RepeatedSignup,
  refreshTokens,
  sessions,
  usedCredentials,
  users,
} from './tables.ts'

type MailedPurpose = (typeof mailedTokens.$inferInsert)['purpose']

type NewUser = {
  email: string
  fullName: string
  role: UserRow['role']
  /** Null for a person who comes by another way than a password. */
  passwordHash: string | null
  emailVerifiedAt: Date | null
  createdAt: Date
}

/**
 * Adds an account unless the address has one. The id is drawn first in either case, so that an answer which
 * carries it tells nothing.
 */
export async function insertUser(
  transaction: Transaction,
  user: NewUser,
): Promise<{ id: number; isNew: boolean }> {
  const drawn = await transaction.execute<{ id: number }>(
    sql`SELECT nextval(pg_get_serial_sequence('users', 'id'))::int AS id`,
  )
  const id = Number(drawn.rows[0]?.id)
  const inserted = await transaction
    .insert(users)
    .overridingSystemValue()
    .values({ id, ...user })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id })
  return { id, isNew: inserted.length === 1 }
}

/**
 * A user's row, locked until the transaction ends: the first lock to take of all (trust.md).
 * @throws AppError 404
 */
export async function lockUser(transaction: Transaction, userId: number): Promise<UserRow> {
  const [row] = await transaction.select().from(users).where(eq(users.id, userId)).for('no key update')
  if (!row) throw notFound()
  return row
}

/** @param fullName already checked against the role's maximum */
export async function renameUser(transaction: Transaction, userId: number, fullName: string): Promise<void> {
  await transaction.update(users).set({ fullName }).where(eq(users.id, userId))
}

/** Whether the account may be used at all. */
export async function markActive(transaction: Transaction, userId: number, isActive: boolean): Promise<void> {
  await transaction.update(users).set({ isActive }).where(eq(users.id, userId))
}

/** Whether the profile holds all that decisions §2 asks for; the profiles know. */
export async function setProfileComplete(
  transaction: Transaction,
  userId: number,
  profileComplete: boolean,
): Promise<void> {
  await transaction.update(users).set({ profileComplete }).where(eq(users.id, userId))
}

/** @param avatarFileId a stored file of this user's; null takes the picture away */
export async function setAvatar(
  transaction: Transaction,
  userId: number,
  avatarFileId: string | null,
): Promise<void> {
  await transaction.update(users).set({ avatarFileId }).where(eq(users.id, userId))
}

/** The account becomes a verified one; with `signup`, that one's password, and its name and role where the role differs. */
export async function markVerified(
  transaction: Transaction,
  userId: number,
  { at, signup }: { at: Date; signup: Partial<RepeatedSignup> },
): Promise<UserRow> {
  const [row] = await transaction
    .update(users)
    .set({
      emailVerifiedAt: at,
      passwordHash: signup.passwordHash,
      fullName: signup.fullName,
      role: signup.role,
    })
    .where(eq(users.id, userId))
    .returning()
  if (!row) throw notFound()
  return row
}

/**
 * The account gets this password and, because whoever sets it has read the address's mail, counts as verified.
 * @param change.passwordHash null takes the password away
 * @param change.verifiedAt ignored where the address has been verified before
 */
export async function setPassword(
  transaction: Transaction,
  userId: number,
  change: { passwordHash: string | null; verifiedAt: Date },
): Promise<void> {
  await transaction
    .update(users)
    .set({
      passwordHash: change.passwordHash,
      emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, ${change.verifiedAt.toISOString()}::timestamptz)`,
    })
    .where(eq(users.id, userId))
}

/** Remembers that a provider's token was used. @returns whether this was its first use */
export async function insertUsedCredential(
  transaction: Transaction,
  credential: { tokenId: string; expiresAt: Date },
): Promise<boolean> {
  const inserted = await transaction
    .insert(usedCredentials)
    .values(credential)
    .onConflictDoNothing()
    .returning({ tokenId: usedCredentials.tokenId })
  return inserted.length === 1
}

/** Links a provider's person to an account. @returns false where that person is linked already */
export async function insertIdentity(
  transaction: Transaction,
  identity: { issuer: string; subject: string; userId: number; linkedAt: Date },
): Promise<boolean> {
  const inserted = await transaction
    .insert(identities)
    .values(identity)
    .onConflictDoNothing()
    .returning({ userId: identities.userId })
  return inserted.length === 1
}

export async function insertSession(
  transaction: Transaction,
  session: { userId: number; userAgent: string; address: string; at: Date },
): Promise<string> {
  const { userId, userAgent, address, at } = session
  const [row] = await transaction
    .insert(sessions)
    .values({ userId, userAgent, address, createdAt: at, usedAt: at })
    .returning({ id: sessions.id })
  if (!row) throw new Error('A session was not stored')
  return row.id
}

/** The session of a refresh token, locked until the transaction ends; null for a token never given. */
export async function lockSessionOfToken(transaction: Transaction, tokenHash: string) {
  const [token] = await transaction
    .select({ sessionId: refreshTokens.sessionId })
    .from(refreshTokens)
    .where(eq(refreshTokens.tokenHash, tokenHash))
  if (!token) return null
  const [session] = await transaction
    .select()
    .from(sessions)
    .where(eq(sessions.id, token.sessionId))
    .for('update')
  return session ?? null
}

export async function markSessionUsed(transaction: Transaction, sessionId: string, at: Date): Promise<void> {
  await transaction.update(sessions).set({ usedAt: at }).where(eq(sessions.id, sessionId))
}

/** All sessions of a person, or all but one, or one. With both ids given, only one that is this person's. */
export type WhoseSessions =
  | { userId: number; except?: string; sessionId?: string }
  | { userId?: undefined; sessionId: string }

/** Ends the sessions that are still live and answers their ids. */
export async function markSessionsEnded(
  transaction: Transaction,
  whose: WhoseSessions,
  at: Date,
): Promise<string[]> {
  const chosen = and(
    whose.userId === undefined ? undefined : eq(sessions.userId, whose.userId),
    whose.sessionId === undefined ? undefined : eq(sessions.id, whose.sessionId),
    'except' in whose && whose.except !== undefined ? ne(sessions.id, whose.except) : undefined,
  )
  const ended = await transaction
    .update(sessions)
    .set({ endedAt: at })
    .where(and(chosen, isNull(sessions.endedAt)))
    .returning({ id: sessions.id })
  return ended.map((session) => session.id)
}

export async function insertRefreshToken(
  transaction: Transaction,
  token: { tokenHash: string; sessionId: string; expiresAt: Date },
): Promise<void> {
  await transaction.insert(refreshTokens).values(token)
}

export async function markRefreshTokenUsed(
  transaction: Transaction,
  tokenHash: string,
  at: Date,
): Promise<void> {
  await transaction.update(refreshTokens).set({ usedAt: at }).where(eq(refreshTokens.tokenHash, tokenHash))
}

export async function insertMailedToken(
  transaction: Transaction,
  token: {
    tokenHash: string
    userId: number
    purpose: MailedPurpose
    expiresAt: Date
    signup: RepeatedSignup | null
  },
): Promise<void> {
  await transaction.insert(mailedTokens).values(token)
}

/** Makes every link of this purpose that the user still has a used one, and forgets what it would have confirmed. */
export async function spendMailedTokens(
  transaction: Transaction,
  userId: number,
  purpose: MailedPurpose,
  at: Date,
): Promise<void> {
  await transaction
    .update(mailedTokens)
    .set({ usedAt: at, signup: null })
    .where(
      and(eq(mailedTokens.userId, userId), eq(mailedTokens.purpose, purpose), isNull(mailedTokens.usedAt)),
    )
}

/** Makes every link that the user still has a used one. */
export async function spendAllMailedTokens(
  transaction: Transaction,
  userId: number,
  at: Date,
): Promise<void> {
  await spendMailedTokens(transaction, userId, 'verify_email', at)
  await spendMailedTokens(transaction, userId, 'reset_password', at)
}

/** Removes tokens that ended before these moments, some thousands at a time so that no statement takes long. */
export async function removeEndedTokens(
  transaction: Transaction,
  before: { refresh: Date; mailed: Date; credentials: Date },
): Promise<void> {
  const BATCH = 5_000
  const refresh = transaction
    .select({ tokenHash: refreshTokens.tokenHash })
    .from(refreshTokens)
    .where(lt(refreshTokens.expiresAt, before.refresh))
    .limit(BATCH)
  await transaction.delete(refreshTokens).where(inArray(refreshTokens.tokenHash, refresh))
  const mailed = transaction
    .select({ tokenHash: mailedTokens.tokenHash })
    .from(mailedTokens)
    .where(lt(mailedTokens.expiresAt, before.mailed))
    .limit(BATCH)
  await transaction.delete(mailedTokens).where(inArray(mailedTokens.tokenHash, mailed))
  const used = transaction
    .select({ tokenId: usedCredentials.tokenId })
    .from(usedCredentials)
    .where(lt(usedCredentials.expiresAt, before.credentials))
    .limit(BATCH)
  await transaction.delete(usedCredentials).where(inArray(usedCredentials.tokenId, used))
}

/** One entry of the audit log. `before` and `after` hold no secret, no document and no child's name. */
export type AuditEntry = {
  at: Date
  /** Who did it; null for a visitor, a command or the product itself. */
  actorId: number | null
  /** What was done, such as `login.failed`. */
  action: string
  /** To whom or what, such as `user:12`. */
  subject: string
  before?: unknown
  after?: unknown
  /** The caller's network address. */
  address?: string | null
}

/** Writes down who did what to whom, in the transaction of the deed itself. */
export async function audit(transaction: Transaction, entry: AuditEntry): Promise<void> {
  await transaction.insert(auditLog).values({
    at: entry.at,
    actorId: entry.actorId,
    action: entry.action,
    subject: entry.subject,
    before: entry.before ?? null,
    after: entry.after ?? null,
    address: entry.address ?? null,
  })
}
