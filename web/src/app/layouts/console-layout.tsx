import type { StaffRole, User } from '@tendwell/contract/sign-in/accounts'
import { STAFF_ROLE_NAMES } from '@tendwell/contract/staff/staff'
import { lazy, Suspense } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { useConsoleFilters } from '../../console/common/lists/use-console-filters.ts'
import { RecordSearchButton } from '../../console/search/record-search-button.tsx'
import { formatList } from '../../lib/format/format.ts'
import { useSession } from '../../lib/session/session.ts'
import { paths } from '../../shared/routes/paths.ts'
import { Logo } from '../../ui/logo.tsx'
import { MissingState } from '../../ui/missing-state.tsx'
import { Page } from '../../ui/page.tsx'
import { LoadingScreen } from '../loading-screen.tsx'
import { AccountMenu } from './account-menu.tsx'
import { ConsoleHeaderFilters } from './console-header-filters.tsx'
import type { ConsoleLink } from './console-links.ts'
import { findConsoleScreen } from './console-links.ts'
import { ConsoleSidebar } from './console-sidebar.tsx'
import { HeaderTools } from './header-tools.tsx'
import { MainContent, SkipLink } from './main-content.tsx'

export function ConsoleLayout() {
  const { user } = useSession()
  return user?.must_set_up_two_step ? <SetupLayout user={user} /> : <SidebarLayout />
}

/** The sidebar, a header and the screen. */
function SidebarLayout() {
  const { user } = useSession()
  const { linkTo } = useConsoleFilters()
  const role = user?.staff_role ?? 'admin'
  return (
    <div className="relative flex min-h-dvh flex-col lg:grid lg:grid-cols-[15rem_1fr]">
      <SkipLink />
      <ConsoleSidebar role={role} />
      <div className="flex min-w-0 flex-1 flex-col">
        <header
          data-above-toasts=""
          className="on-deep flex items-center gap-4 px-5 pb-3 lg:sticky lg:top-0 lg:z-20 lg:min-h-18 lg:px-10 lg:pb-0"
        >
          <ConsoleHeaderFilters />
          {/* On small screens these are in the sidebar's bar. */}
          <div className="flex items-center gap-2 max-lg:absolute max-lg:top-0 max-lg:right-5 max-lg:z-40 max-lg:min-h-18 max-sm:min-h-14">
            <RecordSearchButton />
            {user && <HeaderTools user={user} linkTo={(to) => (to === paths.account ? to : linkTo(to))} />}
          </div>
        </header>
        <MainContent>
          <Screen role={role} />
        </MainContent>
      </div>
    </div>
  )
}

/** The screen, if the staff role may open it. The server protects the data itself. */
function Screen({ role }: { role: StaffRole }) {
  const screen = findConsoleScreen(useLocation().pathname)
  return screen.roles.includes(role) ? <Outlet /> : <OtherRolesPage screen={screen} role={role} />
}

const teams: Record<StaffRole, string> = { support: 'support', finance: 'finance', admin: 'admins' }

interface OtherRolesPageProps {
  screen: Pick<ConsoleLink, 'label' | 'roles'>
  role: StaffRole
}

/** In the place of a screen of the console that the staff role may not open. */
function OtherRolesPage({ screen, role }: OtherRolesPageProps) {
  return (
    <Page title={screen.label} width="wide">
      <MissingState
        title={`This page is for ${formatList(screen.roles.map((one) => teams[one]))}`}
        hint={`Your role is ${STAFF_ROLE_NAMES[role]}. If you need this page, ask an admin to change your role.`}
        action={{ label: 'Go to the dashboard', to: paths.admin }}
      />
    </Page>
  )
}

// Lazy, because hardly any admin needs it twice.
const RequiredSetup = lazy(async () => ({
  default: (await import('../../market/account/two-step/required-setup.tsx')).RequiredSetup,
}))

/** In the console's place, until the admin has set up two-step sign-in. */
function SetupLayout({ user }: { user: User }) {
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
