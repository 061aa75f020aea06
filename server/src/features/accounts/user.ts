import type { User } from '@tendwell/contract/accounts'
import type { users } from './tables.ts'

export type UserRow = typeof users.$inferSelect

/** Where an avatar is found, by the id of its file; null where a person has none and initials are shown. */
export function avatarUrl(avatarFileId: string | null): string | null {
  return avatarFileId === null ? null : `/avatars/${avatarFileId}`
}

/** A person as the person's own browser sees them. */
export function userOf(
  row: Pick<UserRow, 'id' | 'fullName' | 'email' | 'avatarFileId' | 'role' | 'profileComplete'>,
): User {
  return {
    id: row.id,
    full_name: row.fullName,
    email: row.email,
    avatar: avatarUrl(row.avatarFileId),
    role: row.role,
    profile_complete: row.profileComplete,
  }
}
