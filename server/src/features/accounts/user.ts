import type { User } from '@tendwell/contract/accounts'
import type { users } from './tables.ts'

export type UserRow = typeof users.$inferSelect

/** The path of an avatar image; null if the user has none and the browser shows initials. */
export function toAvatarUrl(avatarFileId: string | null): string | null {
  return avatarFileId === null ? null : `/avatars/${avatarFileId}`
}

/** The response that describes the signed-in user. */
export function toUserResponse(
  row: Pick<UserRow, 'id' | 'fullName' | 'email' | 'avatarFileId' | 'role' | 'profileComplete'>,
): User {
  return {
    id: row.id,
    full_name: row.fullName,
    email: row.email,
    avatar: toAvatarUrl(row.avatarFileId),
    role: row.role,
    profile_complete: row.profileComplete,
  }
}
