import type { StaffRole } from '@tendwell/contract/sign-in/accounts'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Transaction } from '../../platform/database/database.ts'
import { notFound } from '../../platform/errors.ts'
import { users } from './tables.ts'
import type { UserRow } from './user.ts'

type NewUser = {
  email: string
  fullName: string
  role: UserRow['role']
  /** Only for the role `admin`; by default `admin`, who may do everything. */
  staffRole?: StaffRole
  /** Null for users who only sign in with Google. */
  passwordHash: string | null
  emailVerifiedAt: Date | null
  /** The sign-up that the password comes from; null for accounts that are made in another way. */
  signupId?: string | null
  /** The browser's IANA zone. */
  timezone?: string | null
  createdAt: Date
}

/** Takes the next user id from the sequence. A sign-up takes one even if it makes no account. */
export async function takeUserId(transaction: Transaction): Promise<number> {
  const sequence = await transaction.execute<{ id: number }>(
    sql`SELECT nextval(pg_get_serial_sequence('users', 'id'))::int AS id`,
  )
  return Number(sequence.rows[0]?.id)
}

/**
 * Inserts a user unless the email address has an account. An id is generated in both cases, so that the
 * response's id does not reveal whether the address had one.
 */
export async function insertUser(
  transaction: Transaction,
  user: NewUser,
): Promise<{ id: number; isNew: boolean }> {
  const id = await takeUserId(transaction)
  const inserted = await transaction
    .insert(users)
    .overridingSystemValue()
    .values({ id, ...user, staffRole: user.role === 'admin' ? (user.staffRole ?? 'admin') : null })
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

/** Marks a person's phone number as verified. The caller has locked the user. */
export async function setPhoneVerifiedAt(transaction: Transaction, userId: number, at: Date): Promise<void> {
  await transaction.update(users).set({ phoneVerifiedAt: at }).where(eq(users.id, userId))
}

/** @param email verified, and free: a taken one violates the unique constraint */
export async function setEmail(transaction: Transaction, userId: number, email: string): Promise<void> {
  await transaction.update(users).set({ email }).where(eq(users.id, userId))
}

/** Changes the role of a member of staff. */
export async function setStaffRole(
  transaction: Transaction,
  userId: number,
  staffRole: StaffRole,
): Promise<void> {
  await transaction.update(users).set({ staffRole }).where(eq(users.id, userId))
}

/** Locks all active admins, in the order of their ids. @returns their ids */
export async function lockActiveAdmins(transaction: Transaction): Promise<number[]> {
  const rows = await transaction
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), eq(users.staffRole, 'admin'), users.isActive))
    .orderBy(asc(users.id))
    .for('no key update')
  return rows.map(({ id }) => id)
}

/**
 * Closes an account for its owner, or opens it again. Closing a staff account also deactivates it, so that
 * opening it again gives no access back.
 * @param closedAt when they closed it; null opens the account again, and it becomes active unless it is
 *   deactivated
 */
export async function updateClosedAt(
  transaction: Transaction,
  userId: number,
  closedAt: Date | null,
): Promise<void> {
  await transaction
    .update(users)
    .set(
      closedAt === null
        ? { isActive: sql`${users.deactivatedAt} IS NULL`, closedAt }
        : {
            isActive: false,
            closedAt,
            deactivatedAt: sql`CASE WHEN ${users.role} = 'admin' THEN coalesce(${users.deactivatedAt}, ${closedAt.toISOString()}::timestamptz) ELSE ${users.deactivatedAt} END`,
          },
    )
    .where(eq(users.id, userId))
}

/** Records when the owner of an account said that somebody else had changed it. */
export async function setDisownedAt(
  transaction: Transaction,
  userId: number,
  disownedAt: Date,
): Promise<void> {
  await transaction.update(users).set({ disownedAt }).where(eq(users.id, userId))
}

/**
 * Deactivates, suspends or activates an account.
 * @param deactivation when and why, and for a suspension until when; null activates the account, unless its
 *   owner closed it
 */
export async function updateIsActive(
  transaction: Transaction,
  userId: number,
  deactivation: { at: Date; reason: string | null; suspendedUntil: Date | null } | null,
): Promise<void> {
  await transaction
    .update(users)
    .set({
      // Only its owner can open a closed account.
      isActive: deactivation === null ? sql`${users.closedAt} IS NULL` : false,
      deactivatedAt: deactivation?.at ?? null,
      deactivationReason: deactivation?.reason ?? null,
      suspendedUntil: deactivation?.suspendedUntil ?? null,
    })
    .where(eq(users.id, userId))
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

/** Saves the time zone of a user's browser. An unchanged zone, or none, writes nothing. */
export async function saveTimezone(
  transaction: Transaction,
  userId: number,
  timezone: string | undefined,
): Promise<void> {
  if (timezone === undefined) return
  await transaction
    .update(users)
    .set({ timezone })
    .where(and(eq(users.id, userId), sql`${users.timezone} IS DISTINCT FROM ${timezone}`))
}

/** Gives an unverified account the name, role, password and other fields of a repeated sign-up. */
export async function replaceSignup(
  transaction: Transaction,
  userId: number,
  signup: Partial<Omit<NewUser, 'email' | 'emailVerifiedAt' | 'createdAt'>>,
): Promise<void> {
  await transaction.update(users).set(signup).where(eq(users.id, userId))
}

/** Marks the address as verified. */
export async function markEmailVerified(transaction: Transaction, userId: number, at: Date): Promise<void> {
  await transaction.update(users).set({ emailVerifiedAt: at }).where(eq(users.id, userId))
}

/**
 * Sets a password that was not chosen at sign-up, and marks the address as verified.
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
      signupId: null,
      emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, ${change.verifiedAt.toISOString()}::timestamptz)`,
    })
    .where(eq(users.id, userId))
}

/** Turns two-step sign-in on, or off with null. @param at when it was turned on */
export async function setTwoStepAt(transaction: Transaction, userId: number, at: Date | null): Promise<void> {
  await transaction.update(users).set({ twoStepAt: at }).where(eq(users.id, userId))
}
