import { Navigate, Outlet, useLocation } from 'react-router'
import { paths } from '../lib/paths.ts'
import { loginPath } from '../lib/return-to.ts'
import { type Role, useSession } from '../lib/session.ts'

/** A visitor logs in first and comes back here; a user of another role goes home. The server decides what is given. */
export function RequireRole({ roles }: { roles: readonly Role[] }) {
  const { user, token } = useSession()
  const { pathname, search } = useLocation()
  if (!user || !token) return <Navigate to={loginPath(pathname + search)} replace />
  if (!roles.includes(user.role)) return <Navigate to={paths.home} replace />
  // Another person begins each screen anew: nothing typed or chosen by the one before stays on it.
  return <Outlet key={user.id} />
}
