import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '../../platform/database.ts'
import { notFound } from '../../platform/errors.ts'
import { type RepeatedSignup, users } from './tables.ts'
import type { UserRow } from './user.ts'

type NewUser = {
  email: string
  fullName: string
  role: UserRow['role']
  /** Null for users who only sign in with Google. */
  passwordHash: string | null
  emailVerifiedAt: Date | null
  createdAt: Date
}

/**
 * Inserts a user unless the address is taken. An id is generated in both cases, so that the id in the response does not
 * reveal which one it was.
 */
export async function insertUser(
  transaction: Transaction,
  user: NewUser,
): Promise<{ id: number; isNew: boolean }> {
  const sequence = await transaction.execute<{ id: number }>(
    sql`SELECT nextval(pg_get_serial_sequence('users', 'id'))::int AS id`,
  )
  const id = Number(sequence.rows[0]?.id)
  const inserted = await transaction
    .insert(users)
    .overridingSystemValue()
    .values({ id, ...user })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id })
  return { id, isNew: inserted.length === 1 }
}

/**
 * Locks a user until the transaction ends. Users are locked before caregivers, requests and ledger accounts.
 * @throws AppError 404
 */
export async function lockUser(transaction: Transaction, userId: number): Promise<UserRow> {
  const [row] = await transaction.select().from(users).where(eq(users.id, userId)).for('no key update')
  if (!row) throw notFound()
  return row
}

/** @param fullName within the maximum of the user's role */
export async function renameUser(transaction: Transaction, userId: number, fullName: string): Promise<void> {
  await transaction.update(users).set({ fullName }).where(eq(users.id, userId))
}

export async function updateIsActive(
  transaction: Transaction,
  userId: number,
  isActive: boolean,
): Promise<void> {
  await transaction.update(users).set({ isActive }).where(eq(users.id, userId))
}

/** @see docs/rules/accounts.md#profile-completeness */
export async function setProfileComplete(
  transaction: Transaction,
  userId: number,
  profileComplete: boolean,
): Promise<void> {
  await transaction.update(users).set({ profileComplete }).where(eq(users.id, userId))
}

/** @param avatarFileId a stored file of this user; null removes the avatar */
export async function setAvatar(
  transaction: Transaction,
  userId: number,
  avatarFileId: string | null,
): Promise<void> {
  await transaction.update(users).set({ avatarFileId }).where(eq(users.id, userId))
}

/** Marks the address as verified. @param change.signup the fields that a repeated sign-up replaces */
export async function markVerified(
  transaction: Transaction,
  userId: number,
  change: { at: Date; signup: Partial<RepeatedSignup> },
): Promise<UserRow> {
  const { at, signup } = change
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
 * Sets the password and marks the address as verified.
 * @param change.passwordHash null removes the password
 * @param change.verifiedAt ignored if the address is already verified
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
