import type { User } from '@tendwell/contract/sign-in/accounts'
import { paths } from '../../../shared/routes/paths.ts'
import { returnTo } from '../../../shared/routes/return-to.ts'

/**
 * After a login: admins go back to the console's page they came from, or to its start, caregivers with an
 * incomplete profile to the profile, others back.
 * @param search the login screen's query string, which may name the page to return to
 * @param waiting the page to return to if it names none
 */
export function getLoginRedirect(
  user: Pick<User, 'role' | 'profile_complete'>,
  search: string,
  waiting: string = paths.home,
): string {
  const wanted = returnTo(search) === paths.home ? waiting : returnTo(search)
  if (user.role === 'admin') return /^\/admin([/?#]|$)/.test(wanted) ? wanted : paths.admin
  if (user.role === 'caregiver' && !isComplete(user.profile_complete)) return paths.caregiverProfile
  return wanted
}

/** The flag may arrive as the string 'true' or 'false'. @see docs/rules/accounts.md#on-screen */
function isComplete(flag: unknown): boolean {
  return flag === true || flag === 'true'
}

/**
 * After Google sign-in: admins as after a login, caregivers with an incomplete profile go to the profile,
 * everyone else back, or home.
 */
export function getGoogleRedirect(user: Pick<User, 'role' | 'profile_complete'>, search: string): string {
  if (user.role === 'admin') return getLoginRedirect(user, search)
  return user.role === 'caregiver' && !isComplete(user.profile_complete)
    ? paths.caregiverProfile
    : returnTo(search)
}
