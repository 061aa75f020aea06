import { REOPEN_DAYS } from '@tendwell/contract/people/own-data'
import type { User } from '@tendwell/contract/sign-in/accounts'
import { DAY_MS } from '@tendwell/contract/time'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import type { users } from './tables.ts'

export type UserRow = typeof users.$inferSelect

/** The columns that decide which photo of a user is shown. */
export type Photo = Pick<UserRow, 'avatarFileId' | 'isActive'>

/** Erased accounts get an address at this domain. No mail can arrive there: `.invalid` never exists. */
const ERASED_EMAIL_DOMAIN = '@erased.invalid'
export const toFormerEmail = (userId: number) => `former-member-${userId}${ERASED_EMAIL_DOMAIN}`
export const isErased = ({ email }: Pick<UserRow, 'email'>) => email.endsWith(ERASED_EMAIL_DOMAIN)

/** When a closed account is erased. */
export function getErasureDueTime(closedAt: Date): Date {
  return new Date(closedAt.getTime() + REOPEN_DAYS * DAY_MS)
}

/**
 * The path of a user's photo; null if they have none or the account is not active (deactivated, suspended or
 * closed), and the browser shows initials.
 * @see docs/rules/profiles-and-files.md#avatars
 */
export function toAvatarUrl({ avatarFileId, isActive }: Photo): string | null {
  return avatarFileId === null || !isActive ? null : `/avatars/${avatarFileId}`
}

/**
 * An SQL expression of a person's name as a viewer sees it: strangers may see only the initial of a
 * caregiver's surname.
 * @param fullName the column of the full name
 * @param person the column of the user id
 * @param viewer a user id or its column; null for a visitor
 * @see docs/rules/profiles-and-files.md#names-in-public
 */
export function shownName(
  fullName: SQLWrapper,
  person: SQLWrapper,
  viewer: SQLWrapper | number | null,
): SQL<string> {
  return sql<string>`shown_name(${fullName}, ${person}, ${viewer})`
}

/**
 * Whether someone is staff who must turn on two-step sign-in before they can use the console.
 * @see docs/rules/two-step.md#staff
 */
export function mustSetUpTwoStep(
  { config }: Pick<Deps, 'config'>,
  { role, twoStepAt }: Pick<UserRow, 'role' | 'twoStepAt'>,
): boolean {
  return config.adminTwoStepRequired && role === 'admin' && twoStepAt === null
}

/** The response that describes the signed-in user. */
export function toUserResponse(
  deps: Pick<Deps, 'config'>,
  row: Photo &
    Pick<UserRow, 'id' | 'fullName' | 'email' | 'role' | 'staffRole' | 'twoStepAt' | 'profileComplete'>,
): User {
  return {
    id: row.id,
    full_name: row.fullName,
    email: row.email,
    avatar: toAvatarUrl(row),
    role: row.role,
    ...(row.staffRole && { staff_role: row.staffRole }),
    profile_complete: row.profileComplete,
    ...(mustSetUpTwoStep(deps, row) && { must_set_up_two_step: true as const }),
  }
}
