import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '../../platform/database.ts'
import { notFound } from '../../platform/errors.ts'
import { identities, type RepeatedSignup, users } from './tables.ts'
import type { UserRow } from './user.ts'

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
