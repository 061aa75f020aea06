import { STAFF_ROLES, type StaffRole } from '@tendwell/contract/accounts'
import {
  BookCheck,
  ChartLine,
  ClipboardList,
  CreditCard,
  Landmark,
  LayoutDashboard,
  ListTodo,
  type LucideIcon,
  Menu,
  Scale,
  ScrollText,
  UsersRound,
  X,
} from 'lucide-react'
import { useId } from 'react'
import { Link, NavLink } from 'react-router'
import { polling } from '../../features/admin/api.ts'
import { RecordSearchButton } from '../../features/admin/components/record-search-button.tsx'
import { useConsoleFilters } from '../../features/admin/hooks/use-console-filters.ts'
import { countOf } from '../../features/admin/queue.ts'
import { useQueueQuery } from '../../features/admin/queue-api.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { CountBadge } from '../../ui/count-badge.tsx'
import { Logo } from '../../ui/logo.tsx'
import { useDisclosure } from '../../ui/use-disclosure.ts'
import { ConsoleHeaderFilters } from './console-header-filters.tsx'
import { HeaderTools } from './header-tools.tsx'
import { MainContent, SkipLink } from './main-content.tsx'

const support: StaffRole[] = ['support', 'admin']
const finance: StaffRole[] = ['finance', 'admin']

/** The console's screens and the staff roles that may open them. @see docs/rules/console.md#access */
const links: { label: string; to: string; icon: LucideIcon; roles: readonly StaffRole[] }[] = [
  { label: 'Dashboard', to: paths.admin, icon: LayoutDashboard, roles: STAFF_ROLES },
  { label: 'Disputes', to: paths.adminDisputes, icon: Scale, roles: support },
  { label: 'Requests', to: paths.adminRequests, icon: ClipboardList, roles: support },
  { label: 'Analytics', to: paths.adminAnalytics, icon: ChartLine, roles: STAFF_ROLES },
  { label: 'Payments', to: paths.adminPayments, icon: CreditCard, roles: finance },
  { label: 'Payouts', to: paths.adminPayouts, icon: Landmark, roles: finance },
  { label: 'Reconciliation', to: paths.reconciliation, icon: BookCheck, roles: finance },
  { label: 'Staff', to: paths.adminStaff, icon: UsersRound, roles: ['admin'] },
  { label: 'Jobs', to: paths.adminJobs, icon: ListTodo, roles: ['admin'] },
  { label: 'Audit log', to: paths.adminAudit, icon: ScrollText, roles: ['admin'] },
]

/** The links of a staff role, with how much waits behind each. */
function useLinks(role: StaffRole = 'admin') {
  const { data } = useQueueQuery(undefined, polling)
  return links
    .filter(({ roles }) => roles.includes(role))
    .map((link) => ({ ...link, waiting: countOf(data?.results ?? [], link.to) }))
}

/** The console's layout: a header and a sidebar, which a button opens on small screens. */
export function Component() {
  const { user } = useSession()
  const { linkTo } = useConsoleFilters()
  const { isOpen, toggle, root, button } = useDisclosure()
  const sidebarId = useId()
  const Icon = isOpen ? X : Menu
  return (
    <div className="relative flex min-h-dvh flex-col lg:grid lg:grid-cols-[15rem_1fr]">
      <SkipLink />
      <aside aria-label="Sidebar" className="on-deep relative z-30 lg:sticky lg:top-0 lg:h-dvh">
        <div ref={root}>
          <div className="flex min-h-18 items-center gap-2 px-5 max-sm:min-h-14">
            <button
              ref={button}
              type="button"
              aria-expanded={isOpen}
              aria-controls={sidebarId}
              aria-label="Sidebar"
              onClick={toggle}
              className="-ml-2 inline-flex size-11 items-center justify-center rounded-full hover:bg-deep-line lg:hidden"
            >
              <Icon className="size-6" aria-hidden="true" />
            </button>
            <Link to={paths.home} className="inline-flex min-h-11 items-center rounded-control">
              <Logo />
            </Link>
          </div>
          <nav
            id={sidebarId}
            aria-label="Console"
            {...(isOpen && { 'data-above-toasts': '' })}
            className={`on-deep px-3 py-3 max-lg:absolute max-lg:inset-x-0 max-lg:border-t max-lg:border-deep-line ${
              isOpen ? '' : 'max-lg:hidden'
            }`}
          >
            <ul className="flex flex-col gap-1">
              {useLinks(user?.staff_role).map(({ label, to, icon: LinkIcon, waiting }) => (
                <li key={to}>
                  <NavLink
                    to={linkTo(to)}
                    end={to === paths.admin}
                    {...(waiting > 0 && { 'aria-label': `${label}, ${waiting} to do` })}
                    className="flex min-h-11 items-center gap-3 rounded-control px-3 font-medium text-on-deep-soft hover:text-on-deep aria-[current=page]:bg-deep-line aria-[current=page]:text-on-deep"
                  >
                    <LinkIcon className="size-4" aria-hidden="true" />
                    {label}
                    <CountBadge count={waiting} className="ml-auto" />
                  </NavLink>
                </li>
              ))}
            </ul>
          </nav>
        </div>
      </aside>
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
        <MainContent />
      </div>
    </div>
  )
}
