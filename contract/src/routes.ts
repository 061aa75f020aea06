/** Every route of the web app: what its router, guards and menus, the sitemap and the server's mails read. */
import type { Role, StaffRole } from './sign-in/accounts.ts'

export interface RouteFacts {
  /** Parameters are parts such as `:caregiverId`, at most one in a path. */
  path: string
  /** Who may open it, once logged in; `everyone` also without. */
  roles: 'everyone' | readonly Role[]
  /** The staff roles that may open it, in the console. @see docs/rules/console.md#access */
  staff?: readonly StaffRole[]
  /** Listed in the sitemap. */
  isListed?: true
}

const everyone = { roles: 'everyone' } as const
const users = { roles: ['admin', 'caregiver', 'caretaker'] } as const
const members = { roles: ['caregiver', 'caretaker'] } as const
const families = { roles: ['caretaker'] } as const
const caregivers = { roles: ['caregiver'] } as const
const staff = { roles: ['admin'], staff: ['support', 'finance', 'admin'] } as const
const support = { roles: ['admin'], staff: ['support', 'admin'] } as const
const finance = { roles: ['admin'], staff: ['finance', 'admin'] } as const
const admins = { roles: ['admin'], staff: ['admin'] } as const

export const routes = {
  home: { path: '/', ...everyone, isListed: true },
  welcome: { path: '/welcome', ...everyone },
  caregivers: { path: '/caregivers', ...everyone, isListed: true },
  caregiver: { path: '/caregivers/:caregiverId', ...everyone },
  help: { path: '/help', ...everyone, isListed: true },
  contact: { path: '/contact', ...everyone, isListed: true },
  signup: { path: '/signup', ...everyone, isListed: true },
  terms: { path: '/terms', ...everyone, isListed: true },
  privacy: { path: '/privacy', ...everyone, isListed: true },
  login: { path: '/login', ...everyone },
  verifyEmail: { path: '/verify-email', ...everyone },
  forgotPassword: { path: '/forgot-password', ...everyone },
  resetPassword: { path: '/reset-password', ...everyone },
  acceptInvitation: { path: '/staff/accept', ...everyone },
  confirmEmailChange: { path: '/confirm-email-change', ...everyone },
  endSession: { path: '/end-session', ...everyone },
  notMe: { path: '/not-me', ...everyone },
  stopRecovery: { path: '/stop-recovery', ...everyone },
  accountClosed: { path: '/account/closed', ...everyone },
  reopenAccount: { path: '/reopen-account', ...everyone },
  unsubscribe: { path: '/unsubscribe', ...everyone },
  reference: { path: '/reference', ...everyone },
  leaving: { path: '/leaving', ...everyone },

  account: { path: '/account', ...users },
  closeAccount: { path: '/account/close', ...users },
  notifications: { path: '/notifications', ...users },
  chat: { path: '/chat', ...members },

  caretakerProfile: { path: '/caretaker/profile', ...families },
  book: { path: '/caregiver/:caregiverId/book', ...families },
  favorites: { path: '/favorites', ...families },
  requests: { path: '/requests', ...families },
  checkout: { path: '/checkout/:requestId', ...families },
  paymentSuccess: { path: '/payments/success', ...families },
  paymentHistory: { path: '/payments/history', ...families },
  receipt: { path: '/payments/:paymentId/receipt', ...families },
  bookings: { path: '/bookings', ...families },
  booking: { path: '/bookings/:requestId', ...families },
  myReviews: { path: '/my-reviews', ...families },
  caretakerDisputes: { path: '/caretaker/disputes', ...families },
  createDispute: { path: '/caretaker/disputes/add', ...families },
  caretakerDispute: { path: '/caretaker/disputes/:disputeId', ...families },

  caregiverProfile: { path: '/caregiver/profile', ...caregivers },
  availability: { path: '/caregiver/availability', ...caregivers },
  incomingRequests: { path: '/requests/incoming', ...caregivers },
  caregiverBookings: { path: '/caregiver/bookings', ...caregivers },
  caregiverBooking: { path: '/caregiver/bookings/:requestId', ...caregivers },
  caretaker: { path: '/caretakers/:caretakerId', ...caregivers },
  wallet: { path: '/caregiver/wallet', ...caregivers },
  statement: { path: '/caregiver/wallet/statements/:month', ...caregivers },
  caregiverDisputes: { path: '/caregiver/disputes', ...caregivers },
  caregiverDispute: { path: '/caregiver/disputes/:disputeId', ...caregivers },

  admin: { path: '/admin', ...staff },
  adminPerson: { path: '/admin/people/:personId', ...staff },
  adminBooking: { path: '/admin/bookings/:requestId', ...staff },
  adminRequests: { path: '/admin/requests', ...staff },
  adminAnalytics: { path: '/admin/analytics', ...staff },
  adminVerification: { path: '/admin/verification/:personId', ...support },
  adminDisputes: { path: '/admin/disputes', ...support },
  adminDispute: { path: '/admin/disputes/:disputeId', ...support },
  adminReports: { path: '/admin/reports', ...support },
  adminReport: { path: '/admin/reports/:reportId', ...support },
  adminRecoveries: { path: '/admin/two-step-recoveries', ...support },
  adminPayments: { path: '/admin/payments', ...finance },
  adminPayouts: { path: '/admin/payouts', ...finance },
  reconciliation: { path: '/admin/reconciliation', ...finance },
  adminStaff: { path: '/admin/staff', ...admins },
  adminJobs: { path: '/admin/jobs', ...admins },
  adminAudit: { path: '/admin/audit', ...admins },
  adminErasures: { path: '/admin/erasures', ...admins },
} as const satisfies Record<string, RouteFacts>

export type RouteName = keyof typeof routes

type PathOf<Path extends string> = Path extends `${string}/:${string}`
  ? (parameter: number | string) => string
  : Path

/** The path of a route; with a parameter, a function of it: `paths.booking(12)` is `/bookings/12`. */
export const paths = Object.fromEntries(
  Object.entries(routes).map(([name, { path }]) => [
    name,
    path.includes(':') ? (parameter: number | string) => path.replace(/:\w+/, String(parameter)) : path,
  ]),
) as { [Name in RouteName]: PathOf<(typeof routes)[Name]['path']> }
