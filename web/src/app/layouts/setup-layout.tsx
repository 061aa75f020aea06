import type { User } from '@tendwell/contract/sign-in/accounts'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { paths } from '../../shared/routes/paths.ts'
import { Logo } from '../../ui/logo.tsx'
import { LoadingScreen } from '../loading-screen.tsx'
import { AccountMenu } from './account-menu.tsx'
import { SkipLink } from './main-content.tsx'

// Lazy, because hardly any admin needs it twice.
const RequiredSetup = lazy(async () => ({
  default: (await import('../../market/account/two-step/required-setup.tsx')).RequiredSetup,
}))

/** In the console's place, until the admin has set up two-step sign-in. */
export function SetupLayout({ user }: { user: User }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="on-deep">
        <div className="page-width flex min-h-18 items-center justify-between gap-4 max-sm:min-h-14">
          <Link to={paths.home} className="inline-flex min-h-11 items-center rounded-control">
            <Logo />
          </Link>
          <AccountMenu user={user} />
        </div>
      </header>
      <main id="main" tabIndex={-1} className="flex-1">
        <Suspense fallback={<LoadingScreen />}>
          <RequiredSetup />
        </Suspense>
      </main>
    </div>
  )
}
