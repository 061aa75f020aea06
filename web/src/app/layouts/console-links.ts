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
import { paths } from '../../shared/routes/paths.ts'

const support: readonly StaffRole[] = ['support', 'admin']
const finance: readonly StaffRole[] = ['finance', 'admin']
const admin: readonly StaffRole[] = ['admin']

export interface ConsoleLink {
  label: string
  /** The path of the screen and of all screens below it. */
  to: string
  /** Screens without an icon are not in the sidebar. */
  icon?: LucideIcon
  roles: readonly StaffRole[]
}

const dashboard: ConsoleLink = {
  label: 'Dashboard',
  to: paths.admin,
  icon: LayoutDashboard,
  roles: STAFF_ROLES,
}

/** The console's screens and the staff roles that may open them. @see docs/rules/console.md#access */
export const consoleLinks: readonly ConsoleLink[] = [
  dashboard,
  { label: 'Verification', to: paths.adminVerification(':personId'), roles: support },
  { label: 'Disputes', to: paths.adminDisputes, icon: Scale, roles: support },
  { label: 'Reports', to: paths.adminReports, icon: ShieldAlert, roles: support },
  { label: 'Requests', to: paths.adminRequests, icon: ClipboardList, roles: STAFF_ROLES },
  { label: 'Analytics', to: paths.adminAnalytics, icon: ChartLine, roles: STAFF_ROLES },
  { label: 'Payments', to: paths.adminPayments, icon: CreditCard, roles: finance },
  { label: 'Payouts', to: paths.adminPayouts, icon: Landmark, roles: finance },
  { label: 'Reconciliation', to: paths.reconciliation, icon: BookCheck, roles: finance },
  { label: 'Two-step recoveries', to: paths.adminRecoveries, icon: KeyRound, roles: support },
  { label: 'Staff', to: paths.adminStaff, icon: UsersRound, roles: admin },
  { label: 'Jobs', to: paths.adminJobs, icon: ListTodo, roles: admin },
  { label: 'Audit log', to: paths.adminAudit, icon: ScrollText, roles: admin },
  { label: 'Erasures', to: paths.adminErasures, icon: Eraser, roles: admin },
]

/**
 * The screen that a path belongs to. Records of people and bookings belong to the dashboard: all staff may
 * open them.
 */
export function findConsoleLink(pathname: string): ConsoleLink {
  const link = consoleLinks.findLast(({ to }) => matchPath({ path: to, end: false }, pathname))
  return link ?? dashboard
}
