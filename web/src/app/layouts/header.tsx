import type { User } from '@tendwell/contract/sign-in/accounts'
import { Link } from 'react-router'
import { paths } from '../../shared/routes/paths.ts'
import { Logo } from '../../ui/logo.tsx'
import { HeaderTools } from './header-tools.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { getMainAction, siteLinks } from './role-links.ts'
import { useAccountPaths } from './use-account-paths.ts'

interface HeaderProps {
  /** The user, if logged in. */
  user: User | null
  /** On a phone the tabs at the bottom hold the messages and the account. */
  hasTabs: boolean
}

const quietLink =
  'inline-flex min-h-11 items-center rounded-control px-3 font-medium text-on-deep-soft transition-colors hover:text-on-deep'

export function Header({ user, hasTabs }: HeaderProps) {
  const action = getMainAction(user?.role)
  const { login, signup } = useAccountPaths()
  return (
    <header data-above-toasts="" className="on-deep relative z-30 print:hidden">
      <div className="page-width flex min-h-18 items-center gap-1 sm:gap-2 lg:gap-4">
        <Link to={paths.home} className="mr-auto inline-flex min-h-11 items-center rounded-control">
          <Logo />
        </Link>
        <nav aria-label="Site" className="hidden lg:block">
          <ul className="flex">
            {siteLinks.map(({ label, to }) => (
              <li key={label}>
                <Link to={to} className={quietLink}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <Link
          to={action.to}
          className="ml-2 hidden min-h-11 items-center rounded-control border border-gold-thread px-5 font-semibold text-on-deep transition-colors hover:bg-deep-line md:inline-flex"
        >
          {action.label}
        </Link>
        {user ? (
          <HeaderTools user={user} hasSiteLinks hasTabs={hasTabs} />
        ) : (
          <div data-for-visitors="" className="hidden items-center lg:flex">
            <Link to={login} className={quietLink}>
              Log in
            </Link>
            <Link to={signup} className={quietLink}>
              Sign up
            </Link>
          </div>
        )}
        {!user && <MobileMenu />}
      </div>
    </header>
  )
}
