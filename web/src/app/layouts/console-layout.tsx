import type { StaffRole } from '@tendwell/contract/sign-in/accounts'
import { Outlet, useLocation } from 'react-router'
import { useConsoleFilters } from '../../console/common/lists/use-console-filters.ts'
import { RecordSearchButton } from '../../console/search/record-search-button.tsx'
import { useSession } from '../../lib/session/session.ts'
import { paths } from '../../shared/routes/paths.ts'
import { ConsoleHeaderFilters } from './console-header-filters.tsx'
import { findConsoleScreen } from './console-links.ts'
import { ConsoleSidebar } from './console-sidebar.tsx'
import { HeaderTools } from './header-tools.tsx'
import { MainContent, SkipLink } from './main-content.tsx'
import { OtherRolesPage } from './other-roles-page.tsx'
import { SetupLayout } from './setup-layout.tsx'

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
