import type { User } from '@tendwell/contract/accounts'
import { paths } from '../../lib/paths.ts'
import { returnTo } from '../../lib/return-to.ts'

/** Where a login leads: an admin to the console, an unfinished caregiver to her profile, others where they wanted. */
export function placeAfterLogin(user: Pick<User, 'role' | 'profile_complete'>, search: string): string {
  if (user.role === 'admin') return paths.admin
  if (user.role === 'caregiver' && !isComplete(user.profile_complete)) return paths.caregiverProfile
  return returnTo(search)
}

/** The flag may arrive as the string 'true' or 'false'. @see docs/rules/accounts.md#on-screen */
function isComplete(flag: unknown): boolean {
  return flag === true || flag === 'true'
}

/** Where a sign-in with Google leads: an unfinished caregiver to her profile, anyone else home. */
export function placeAfterGoogle(user: Pick<User, 'role' | 'profile_complete'>): string {
  return user.role === 'caregiver' && !isComplete(user.profile_complete) ? paths.caregiverProfile : paths.home
}
