import { type RouteFacts, type RouteName, routes } from '@tendwell/contract/routes'
import { type ComponentType, useInsertionEffect, useLayoutEffect, useRef } from 'react'
import { Outlet, type RouteObject, ScrollRestoration } from 'react-router'
import { RequireRole } from './guards.tsx'
import { PublicLayout } from './layouts/public-layout.tsx'
import { LoadingScreen } from './loading-screen.tsx'
import { PageError } from './page-error.tsx'
import { getScrollKey, scrollStorageKey } from './scroll-positions.ts'

/** Loads a screen's file when its route is opened. */
const screen =
  <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  async () => ({ Component: (await load())[name] })

/** The screen of each route. */
const screens: Record<RouteName, ReturnType<typeof screen>> = {
  home: screen(() => import('../market/home/home-page.tsx'), 'HomePage'),
  help: screen(() => import('../market/help/help-page.tsx'), 'HelpPage'),
  contact: screen(() => import('../market/help/contact-page.tsx'), 'ContactPage'),
  terms: screen(() => import('../market/help/terms-page.tsx'), 'TermsPage'),
  privacy: screen(() => import('../market/help/privacy-page.tsx'), 'PrivacyPage'),
  caregivers: screen(() => import('../market/caregivers/search/caregivers-page.tsx'), 'CaregiversPage'),
  caregiver: screen(() => import('../market/caregivers/profile/caregiver-page.tsx'), 'CaregiverPage'),
  signup: screen(() => import('../market/sign-in/sign-up/signup-page.tsx'), 'SignupPage'),
  login: screen(() => import('../market/sign-in/login/login-page.tsx'), 'LoginPage'),
  verifyEmail: screen(
    () => import('../market/sign-in/verify-email/verify-email-page.tsx'),
    'VerifyEmailPage',
  ),
  forgotPassword: screen(
    () => import('../market/sign-in/passwords/forgot-password-page.tsx'),
    'ForgotPasswordPage',
  ),
  resetPassword: screen(
    () => import('../market/sign-in/passwords/reset-password-page.tsx'),
    'ResetPasswordPage',
  ),
  acceptInvitation: screen(
    () => import('../market/sign-in/joining/staff-accept-page.tsx'),
    'StaffAcceptPage',
  ),
  confirmEmailChange: screen(
    () => import('../market/sign-in/mailed-links/confirm-email-change-page.tsx'),
    'ConfirmEmailChangePage',
  ),
  endSession: screen(() => import('../market/sign-in/mailed-links/end-session-page.tsx'), 'EndSessionPage'),
  notMe: screen(() => import('../market/sign-in/mailed-links/not-me-page.tsx'), 'NotMePage'),
  stopRecovery: screen(
    () => import('../market/sign-in/mailed-links/stop-recovery-page.tsx'),
    'StopRecoveryPage',
  ),
  accountClosed: screen(
    () => import('../market/account/closing/account-closed-page.tsx'),
    'AccountClosedPage',
  ),
  reopenAccount: screen(
    () => import('../market/account/closing/reopen-account-page.tsx'),
    'ReopenAccountPage',
  ),
  unsubscribe: screen(
    () => import('../market/account/notifications/unsubscribe-page.tsx'),
    'UnsubscribePage',
  ),
  leaving: screen(() => import('../market/chat/log/leaving-page.tsx'), 'LeavingPage'),
  account: screen(() => import('../market/account/account-page.tsx'), 'AccountPage'),
  closeAccount: screen(() => import('../market/account/closing/close-account-page.tsx'), 'CloseAccountPage'),
  notifications: screen(() => import('../market/notifications/notifications-page.tsx'), 'NotificationsPage'),
  chat: screen(() => import('../market/chat/chat-page.tsx'), 'ChatPage'),
  caretakerProfile: screen(
    () => import('../market/profiles/family/family-profile-page.tsx'),
    'FamilyProfilePage',
  ),
  book: screen(() => import('../market/bookings/request/book-page.tsx'), 'BookPage'),
  favorites: screen(() => import('../market/caregivers/favorites/favorites-page.tsx'), 'FavoritesPage'),
  requests: screen(() => import('../market/bookings/requests/my-requests-page.tsx'), 'MyRequestsPage'),
  checkout: screen(() => import('../market/bookings/pay/checkout-page.tsx'), 'CheckoutPage'),
  paymentSuccess: screen(
    () => import('../market/bookings/pay/payments-success-page.tsx'),
    'PaymentsSuccessPage',
  ),
  paymentHistory: screen(
    () => import('../market/bookings/receipts/payment-history-page.tsx'),
    'PaymentHistoryPage',
  ),
  receipt: screen(() => import('../market/bookings/receipts/receipt-page.tsx'), 'ReceiptPage'),
  bookings: screen(() => import('../market/bookings/list/bookings-page.tsx'), 'BookingsPage'),
  booking: screen(() => import('../market/bookings/manage/family-booking-page.tsx'), 'FamilyBookingPage'),
  myReviews: screen(() => import('../market/reviews/my-reviews-page.tsx'), 'MyReviewsPage'),
  caretakerDisputes: screen(
    () => import('../market/disputes/list/family-disputes-page.tsx'),
    'FamilyDisputesPage',
  ),
  createDispute: screen(() => import('../market/disputes/open/open-dispute-page.tsx'), 'OpenDisputePage'),
  caretakerDispute: screen(
    () => import('../market/disputes/record/family-dispute-page.tsx'),
    'FamilyDisputePage',
  ),
  caregiverProfile: screen(
    () => import('../market/profiles/caregiver/caregiver-profile-page.tsx'),
    'CaregiverProfilePage',
  ),
  availability: screen(() => import('../market/availability/availability-page.tsx'), 'AvailabilityPage'),
  incomingRequests: screen(
    () => import('../market/bookings/requests/incoming-requests-page.tsx'),
    'IncomingRequestsPage',
  ),
  caregiverBookings: screen(
    () => import('../market/bookings/list/caregiver-bookings-page.tsx'),
    'CaregiverBookingsPage',
  ),
  caregiverBooking: screen(
    () => import('../market/bookings/manage/caregiver-booking-page.tsx'),
    'CaregiverBookingPage',
  ),
  caretaker: screen(() => import('../market/profiles/family/family-page.tsx'), 'FamilyPage'),
  wallet: screen(() => import('../market/wallet/wallet-page.tsx'), 'WalletPage'),
  statement: screen(() => import('../market/wallet/statements/statement-page.tsx'), 'StatementPage'),
  caregiverDisputes: screen(
    () => import('../market/disputes/list/caregiver-disputes-page.tsx'),
    'CaregiverDisputesPage',
  ),
  caregiverDispute: screen(
    () => import('../market/disputes/record/caregiver-dispute-page.tsx'),
    'CaregiverDisputePage',
  ),
  admin: screen(() => import('../console/dashboard/dashboard-page.tsx'), 'DashboardPage'),
  adminPerson: screen(() => import('../console/people/person-page.tsx'), 'PersonPage'),
  adminBooking: screen(() => import('../console/bookings/booking-page.tsx'), 'BookingPage'),
  adminRequests: screen(() => import('../console/requests/requests-page.tsx'), 'RequestsPage'),
  adminAnalytics: screen(() => import('../console/analytics/analytics-page.tsx'), 'AnalyticsPage'),
  adminVerification: screen(
    () => import('../console/verification/verification-page.tsx'),
    'VerificationPage',
  ),
  adminDisputes: screen(() => import('../console/disputes/disputes-page.tsx'), 'DisputesPage'),
  adminDispute: screen(() => import('../console/disputes/dispute-page.tsx'), 'DisputePage'),
  adminReports: screen(() => import('../console/reports/reports-page.tsx'), 'ReportsPage'),
  adminReport: screen(() => import('../console/reports/report-page.tsx'), 'ReportPage'),
  adminRecoveries: screen(() => import('../console/recoveries/recoveries-page.tsx'), 'RecoveriesPage'),
  adminPayments: screen(() => import('../console/payments/payments-page.tsx'), 'PaymentsPage'),
  adminPayouts: screen(() => import('../console/payouts/payouts-page.tsx'), 'PayoutsPage'),
  reconciliation: screen(
    () => import('../console/reconciliation/reconciliation-page.tsx'),
    'ReconciliationPage',
  ),
  adminStaff: screen(() => import('../console/staff/staff-page.tsx'), 'StaffPage'),
  adminJobs: screen(() => import('../console/jobs/jobs-page.tsx'), 'JobsPage'),
  adminAudit: screen(() => import('../console/audit/audit-page.tsx'), 'AuditPage'),
  adminErasures: screen(() => import('../console/erasures/erasures-page.tsx'), 'ErasuresPage'),
}

const names = Object.keys(routes) as RouteName[]
const isOfConsole = (name: RouteName) => routes[name].path.startsWith(routes.admin.path)

function createRoute(name: RouteName): RouteObject {
  return { path: routes[name].path, lazy: screens[name] }
}

/** A route behind the guard of its roles. */
function createGuardedRoute(name: RouteName): RouteObject {
  const { roles }: RouteFacts = routes[name]
  const route = createRoute(name)
  return roles ? { element: <RequireRole roles={roles} />, children: [route] } : route
}

const publicRoutes = names.filter((name) => !isOfConsole(name)).map(createGuardedRoute)
const consoleRoutes = names.filter(isOfConsole).map(createRoute)

/** Shows a page's error inside the layout, so that the navigation stays usable. */
function withErrorElement(children: RouteObject[]): RouteObject {
  return { errorElement: <PageError />, children }
}

/** Every route, for the browser and for the pages that the server renders. */
export const routeObjects: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <PageError />,
    hydrateFallbackElement: <LoadingScreen />,
    children: [
      {
        element: <PublicLayout />,
        children: [withErrorElement([...publicRoutes, { path: '*', lazy: screens.home }])],
      },
      {
        element: <RequireRole roles={routes.admin.roles} />,
        children: [
          {
            lazy: screen(() => import('./layouts/console-layout.tsx'), 'ConsoleLayout'),
            children: [withErrorElement(consoleRoutes)],
          },
        ],
      },
    ],
  },
]

function Root() {
  return (
    <>
      <Outlet />
      <Scrolling />
    </>
  )
}

/**
 * Opens a new page at its top, and on Back returns to where the reader was. ScrollRestoration also goes to
 * the top when it starts, but readers of a page that the server rendered may have scrolled before that, and
 * stay where they are.
 */
function Scrolling() {
  const startY = useRef(0)
  // Insertion effects run before ScrollRestoration's layout effect, the layout effect here runs after it, and
  // nothing is painted in between.
  useInsertionEffect(() => {
    startY.current = window.scrollY
  }, [])
  useLayoutEffect(() => {
    if (startY.current > 0) window.scrollTo(0, startY.current)
  }, [])
  return <ScrollRestoration getKey={getScrollKey} storageKey={scrollStorageKey} />
}
