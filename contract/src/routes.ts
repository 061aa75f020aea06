/** Every route of the web app: what its router, guards and menus, the sitemap and the server's mails read. */
import type { Role, StaffRole } from './sign-in/accounts.ts'

export interface RouteFacts {
  /** Parameters are parts such as `:caregiverId`, at most one in a path. */
  path: string
  /** Who may open it, once logged in. Without it everyone may, also visitors. */
  roles?: readonly Role[]
  /** The staff roles that may open it. Without it all staff may. @see docs/rules/console.md#access */
  staff?: readonly StaffRole[]
  /** Listed in the sitemap. */
  isListed?: true
}

const everyone = { roles: ['admin', 'caregiver', 'caretaker'] } as const
const members = { roles: ['caregiver', 'caretaker'] } as const
const families = { roles: ['caretaker'] } as const
const caregivers = { roles: ['caregiver'] } as const
const staff = { roles: ['admin'] } as const
const support = { ...staff, staff: ['support', 'admin'] } as const
const finance = { ...staff, staff: ['finance', 'admin'] } as const
const admins = { ...staff, staff: ['admin'] } as const

export const routes = {
  home: { path: '/', isListed: true },
  caregivers: { path: '/caregivers', isListed: true },
  caregiver: { path: '/caregivers/:caregiverId' },
  help: { path: '/help', isListed: true },
  contact: { path: '/contact', isListed: true },
  signup: { path: '/signup', isListed: true },
  terms: { path: '/terms', isListed: true },
  privacy: { path: '/privacy', isListed: true },
  login: { path: '/login' },
  verifyEmail: { path: '/verify-email' },
  forgotPassword: { path: '/forgot-password' },
  resetPassword: { path: '/reset-password' },
  acceptInvitation: { path: '/staff/accept' },
  confirmEmailChange: { path: '/confirm-email-change' },
  endSession: { path: '/end-session' },
  notMe: { path: '/not-me' },
  stopRecovery: { path: '/stop-recovery' },
  accountClosed: { path: '/account/closed' },
  reopenAccount: { path: '/reopen-account' },
  unsubscribe: { path: '/unsubscribe' },
  leaving: { path: '/leaving' },

  account: { path: '/account', ...everyone },
  closeAccount: { path: '/account/close', ...everyone },
  notifications: { path: '/notifications', ...everyone },
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
