import { type RouteFacts, type RouteName, routes } from '@tendwell/contract/routes'
import { STAFF_ROLES, type StaffRole } from '@tendwell/contract/sign-in/accounts'
import {
  BookCheck,
  ChartLine,
  ClipboardList,
  CreditCard,
  Eraser,
  KeyRound,
  Landmark,
  LayoutDashboard,
  ListTodo,
  type LucideIcon,
  Scale,
  ScrollText,
  ShieldAlert,
  UsersRound,
} from 'lucide-react'
import { matchPath } from 'react-router'

export interface ConsoleLink {
  label: string
  /** The path of the screen and of all screens below it. */
  to: string
  /** Screens without an icon are not in the sidebar. */
  icon?: LucideIcon
  roles: readonly StaffRole[]
}

function linkTo(name: RouteName, label: string, icon?: LucideIcon): ConsoleLink {
  return { label, to: routes[name].path, roles: getStaffRoles(name), ...(icon && { icon }) }
}

function getStaffRoles(name: RouteName): readonly StaffRole[] {
  const { staff = STAFF_ROLES }: RouteFacts = routes[name]
  return staff
}

const dashboard = linkTo('admin', 'Dashboard', LayoutDashboard)

/** The console's screens and the staff roles that may open them. @see docs/rules/console.md#access */
export const consoleLinks: readonly ConsoleLink[] = [
  dashboard,
  linkTo('adminVerification', 'Verification'),
  linkTo('adminDisputes', 'Disputes', Scale),
  linkTo('adminReports', 'Reports', ShieldAlert),
  linkTo('adminRequests', 'Requests', ClipboardList),
  linkTo('adminAnalytics', 'Analytics', ChartLine),
  linkTo('adminPayments', 'Payments', CreditCard),
  linkTo('adminPayouts', 'Payouts', Landmark),
  linkTo('reconciliation', 'Reconciliation', BookCheck),
  linkTo('adminRecoveries', 'Two-step recoveries', KeyRound),
  linkTo('adminStaff', 'Staff', UsersRound),
  linkTo('adminJobs', 'Jobs', ListTodo),
  linkTo('adminAudit', 'Audit log', ScrollText),
  linkTo('adminErasures', 'Erasures', Eraser),
]

/**
 * The name of the screen at a path, and who may open it. Records of people and bookings have the dashboard's
 * name.
 */
export function findConsoleScreen(pathname: string): Pick<ConsoleLink, 'label' | 'roles'> {
  const name = (Object.keys(routes) as RouteName[]).find((one) => matchPath(routes[one].path, pathname))
  const link = consoleLinks.findLast(({ to }) => matchPath({ path: to, end: false }, pathname))
  return { label: (link ?? dashboard).label, roles: getStaffRoles(name ?? 'admin') }
}
