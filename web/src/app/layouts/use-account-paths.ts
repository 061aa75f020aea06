import { useLocation } from 'react-router'
import { isFamilyPath, loginPath, returnTo, signupPath } from '../../shared/routes/return-to.ts'

/**
 * The login and the sign-up, which lead a family back to the caregivers they were looking at. From one of the
 * account screens they lead to the page that it returns to.
 * @see docs/rules/accounts.md#the-way-back
 */
export function useAccountPaths(): { login: string; signup: string } {
  const { pathname, search } = useLocation()
  const here = isFamilyPath(pathname) ? pathname + search : returnTo(search)
  return { login: loginPath(here), signup: signupPath(here) }
}
