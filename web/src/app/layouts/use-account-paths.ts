import { useLocation } from 'react-router'
import { isFamilyPath, loginPath, signupPath } from '../../shared/routes/return-to.ts'

/** The login and the sign-up, which lead a family back to the caregivers they were looking at. */
export function useAccountPaths(): { login: string; signup: string } {
  const { pathname, search } = useLocation()
  const here = isFamilyPath(pathname) ? pathname + search : '/'
  return { login: loginPath(here), signup: signupPath(here) }
}
