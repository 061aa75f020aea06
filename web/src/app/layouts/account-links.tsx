import type { User } from '@tendwell/contract/sign-in/accounts'
import { LogOut } from 'lucide-react'
import { useEffect } from 'react'
import { useDispatch } from 'react-redux'
import { Link, useLocation, useNavigate } from 'react-router'
import { type AuthDispatch, logOut } from '../../lib/session/auth-actions.ts'
import { paths } from '../../shared/routes/paths.ts'
import { getMainAction, getRoleLinks, siteLinks } from './role-links.ts'

const leaving = { isLoggingOut: true }

/**
 * Goes home before logging out: a guarded screen would otherwise redirect to the login, and a screen with
 * unsaved changes may keep the user there, logged in. After closing the account, another public screen takes
 * home's place.
 */
function useLogOut() {
  const navigate = useNavigate()
  const dispatch = useDispatch<AuthDispatch>()
  const { pathname, state } = useLocation()
  const hasLeft = state?.isLoggingOut === true

  useEffect(() => {
    if (!hasLeft) return
    dispatch(logOut())
    navigate(pathname, { replace: true, state: { ...state, isLoggingOut: false } })
  }, [hasLeft, dispatch, navigate, pathname, state])

  return () => navigate(paths.home, { state: leaving })
}

const entry =
  'flex min-h-11 w-full items-center gap-2.5 rounded-control px-3 font-medium hover:bg-sand focus-visible:outline-offset-[-2px]'

export interface AccountLinksProps {
  user: User
  /** Turns an entry's path into its link target. */
  linkTo?: (path: string) => string
  /** Adds the header's links where the header has no room for them. */
  hasSiteLinks?: boolean
}

/** Who is logged in, where they can go, and Logout. */
export function AccountLinks({ user, linkTo = (path) => path, hasSiteLinks = false }: AccountLinksProps) {
  const logOut = useLogOut()
  const action = getMainAction(user.role)
  const roleLinks = getRoleLinks(user)
  const hasAction = roleLinks.some(({ to }) => to === action.to)
  return (
    <>
      <div className="border-b border-line px-3 pt-2 pb-3">
        <p className="truncate font-semibold">{user.full_name}</p>
        <p className="truncate text-13 text-ink-soft">{user.email}</p>
      </div>
      <ul className="py-1.5">
        {roleLinks.map(({ label, to }) => (
          <li key={to}>
            <Link to={linkTo(to)} className={entry}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
      {hasSiteLinks && (
        <ul aria-label="Site" className="border-t border-line py-1.5 lg:hidden">
          {siteLinks.map(({ label, to }) => (
            <li key={label}>
              <Link to={to} className={entry}>
                {label}
              </Link>
            </li>
          ))}
          {!hasAction && (
            <li className="md:hidden">
              <Link to={action.to} className={entry}>
                {action.label}
              </Link>
            </li>
          )}
        </ul>
      )}
      {/* In sight where the menu is longer than the screen. */}
      <div className="sticky bottom-0 border-t border-line bg-paper-raised pt-1.5">
        <button type="button" onClick={logOut} className={entry}>
          <LogOut className="size-4 text-ink-soft" />
          Logout
        </button>
      </div>
    </>
  )
}
