import type { User } from '@tendwell/contract/accounts'
import type { users } from './tables.ts'

export type UserRow = typeof users.$inferSelect

/** What decides which photo of a user is shown. */
export type Photo = Pick<UserRow, 'avatarFileId' | 'isActive'>

/**
 * The path of a user's photo; null if they have none or are deactivated, and the browser shows initials.
 * @see docs/rules/profiles-and-files.md#avatars
 */
export function toAvatarUrl({ avatarFileId, isActive }: Photo): string | null {
  return avatarFileId === null || !isActive ? null : `/avatars/${avatarFileId}`
}

/** The response that describes the signed-in user. */
export function toUserResponse(
  row: Photo & Pick<UserRow, 'id' | 'fullName' | 'email' | 'role' | 'staffRole' | 'profileComplete'>,
): User {
  return {
    id: row.id,
    full_name: row.fullName,
    email: row.email,
    avatar: toAvatarUrl(row),
    role: row.role,
    ...(row.staffRole && { staff_role: row.staffRole }),
    profile_complete: row.profileComplete,
  }
}
