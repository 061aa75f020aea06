import { Navigate, Outlet, useLocation } from 'react-router'
import { useIsLeaving } from '../lib/address/use-is-leaving.ts'
import { type Role, useIsSessionChanging, useSession } from '../lib/session/session.ts'
import { paths } from '../shared/routes/paths.ts'
import { loginPath } from '../shared/routes/return-to.ts'
import { LoadingScreen } from './loading-screen.tsx'

/**
 * Sends visitors to the login and back, and users of other roles home. The server protects the data itself.
 */
export function RequireRole({ roles }: { roles: readonly Role[] }) {
  const { user, token } = useSession()
  const isChanging = useIsSessionChanging()
  const isLeaving = useIsLeaving()
  const { pathname, search } = useLocation()
  if (!user && (isChanging || isLeaving)) return <LoadingScreen />
  if (!user || !token) return <Navigate to={loginPath(pathname + search)} replace />
  if (!roles.includes(user.role)) return <Navigate to={paths.home} replace />
  // A new key resets the screen's state, so nothing that another user typed or chose stays on it.
  return <Outlet key={user.id} />
}
