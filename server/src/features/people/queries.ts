import { shortenName } from '@tendwell/contract/people/names'
import type { StaffRole } from '@tendwell/contract/sign-in/accounts'
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import type { Reader } from '../../platform/database/database.ts'
import { auditLog } from './audit/tables.ts'
import type { MailedLinkPurpose } from './mailed-token-store.ts'
import { mailedTokens, users } from './tables.ts'
import { shownName, toAvatarUrl, type UserRow } from './user.ts'

/** @param email trimmed and lower case, as `emailSchema` returns it */
export async function findUserByEmail(reader: Reader, email: string): Promise<UserRow | null> {
  const [row] = await reader.select().from(users).where(eq(users.email, email))
  return row ?? null
}

export async function findUser(reader: Reader, userId: number): Promise<UserRow | null> {
  const [row] = await reader.select().from(users).where(eq(users.id, userId))
  return row ?? null
}

/** Finds people's full names. @returns the names by user id; unknown ids are missing */
export async function findNames(
  reader: Reader,
  ids: readonly (number | null)[],
): Promise<Map<number, string>> {
  const userIds = [...new Set(ids)].filter((id) => id !== null)
  const found = await reader
    .select({ id: users.id, name: users.fullName })
    .from(users)
    .where(inArray(users.id, userIds))
  return new Map(found.map(({ id, name }) => [id, name]))
}

/**
 * What staff see of a person beside their id. `avatar` is the path of their photo; null where initials are
 * shown instead.
 */
export type ShownPerson = Pick<UserRow, 'role' | 'email'> & { name: string; avatar: string | null }

/** Finds names, emails, roles and photos of people. @returns by user id; unknown ids are missing */
export async function findPeople(
  reader: Reader,
  ids: readonly (number | null)[],
): Promise<Map<number, ShownPerson>> {
  const userIds = [...new Set(ids)].filter((id) => id !== null)
  const { id, fullName: name, email, role, avatarFileId, isActive } = users
  const found = await reader
    .select({ id, name, email, role, avatarFileId, isActive })
    .from(users)
    .where(inArray(id, userIds))
  return new Map(found.map((row) => [row.id, { ...row, avatar: toAvatarUrl(row) }]))
}

/**
 * Finds people's names as a viewer sees them, and the paths of their photos.
 * @returns by user id; unknown ids are missing
 * @see `shownName`
 */
export async function findShownPeople(
  reader: Reader,
  ids: readonly number[],
  viewerId: number,
): Promise<Map<number, Pick<ShownPerson, 'name' | 'avatar'>>> {
  const found = await reader
    .select({ user: users, name: shownName(users.fullName, users.id, viewerId) })
    .from(users)
    .where(inArray(users.id, [...new Set(ids)]))
  return new Map(found.map(({ user, name }) => [user.id, { name, avatar: toAvatarUrl(user) }]))
}

/** People's names as a viewer reads them in a mail, by user id: as a viewer sees them, and very long ones cut. */
export async function findMailNames(
  reader: Reader,
  ids: readonly number[],
  viewerId: number,
): Promise<Map<number, string>> {
  const people = await findShownPeople(reader, ids, viewerId)
  return new Map([...people].map(([id, { name }]) => [id, shortenName(name)]))
}

/** A person's name as a viewer sees it; null for an unknown id. @see `shownName` */
export async function findShownName(
  reader: Reader,
  personId: number,
  viewerId: number,
): Promise<string | null> {
  return (await findShownPeople(reader, [personId], viewerId)).get(personId)?.name ?? null
}

/** The ids of the people whose suspension has ended and who aren't active again yet, ascending. */
export async function listEndedSuspensions(reader: Reader, now: Date): Promise<number[]> {
  const hasEnded = lte(users.suspendedUntil, now)
  const suspendedUsers = await reader.select({ id: users.id }).from(users).where(hasEnded).orderBy(users.id)
  return suspendedUsers.map(({ id }) => id)
}

/** The active staff with one of these roles, by name. */
export function listActiveStaff(
  reader: Reader,
  roles: readonly StaffRole[],
): Promise<{ id: number; name: string }[]> {
  return reader
    .select({ id: users.id, name: users.fullName })
    .from(users)
    .where(and(eq(users.role, 'admin'), inArray(users.staffRole, [...roles]), eq(users.isActive, true)))
    .orderBy(asc(users.fullName), asc(users.id))
}

/** Finds the token of an emailed link, used or not; null if it has another purpose. */
export async function findMailedToken(reader: Reader, tokenHash: string, purpose: MailedLinkPurpose) {
  const [row] = await reader
    .select()
    .from(mailedTokens)
    .where(and(eq(mailedTokens.tokenHash, tokenHash), eq(mailedTokens.purpose, purpose)))
  return row ?? null
}

/** A user's token of this purpose that is neither used, ended nor expired; null without one. */
export async function findOpenMailedToken(
  reader: Reader,
  { userId, purpose, now }: { userId: number; purpose: MailedLinkPurpose; now: Date },
) {
  const [row] = await reader
    .select()
    .from(mailedTokens)
    .where(
      and(
        eq(mailedTokens.userId, userId),
        eq(mailedTokens.purpose, purpose),
        isNull(mailedTokens.usedAt),
        gt(mailedTokens.expiresAt, now),
      ),
    )
  return row ?? null
}

/** How many earlier addresses are read at most, if the caller doesn't say. */
const MOST_EARLIER_EMAILS = 20

/**
 * A user's current email and the newest earlier ones. The current one is left out while it is unconfirmed,
 * because it may belong to anyone.
 */
export async function listConfirmedEmails(
  reader: Reader,
  userId: number,
  mostEarlier = MOST_EARLIER_EMAILS,
): Promise<string[]> {
  const current = await reader
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.emailVerifiedAt)))
  const earlier = await reader
    .select({ email: sql<string>`${auditLog.before} ->> 'email'` })
    .from(auditLog)
    .where(and(eq(auditLog.action, 'email.changed'), eq(auditLog.subject, `user:${userId}`)))
    .orderBy(desc(auditLog.id))
    .limit(mostEarlier)
  return [...current, ...earlier].map(({ email }) => email)
}
