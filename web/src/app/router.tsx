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

const memberRoutes: RouteObject[] = [
  { path: 'account', lazy: screen(() => import('../market/account/account-page.tsx'), 'AccountPage') },
  {
    path: 'account/close',
    lazy: screen(() => import('../market/account/closing/close-account-page.tsx'), 'CloseAccountPage'),
  },
  {
    path: 'notifications',
    lazy: screen(() => import('../market/notifications/notifications-page.tsx'), 'NotificationsPage'),
  },
]

const chatRoutes: RouteObject[] = [
  { path: 'chat', lazy: screen(() => import('../market/chat/chat-page.tsx'), 'ChatPage') },
]

const caretakerRoutes: RouteObject[] = [
  {
    path: 'caretaker/profile',
    lazy: screen(() => import('../market/profiles/family/family-profile-page.tsx'), 'FamilyProfilePage'),
  },
  {
    path: 'caregiver/:caregiverId/book',
    lazy: screen(() => import('../market/bookings/request/book-page.tsx'), 'BookPage'),
  },
  {
    path: 'favorites',
    lazy: screen(() => import('../market/caregivers/favorites/favorites-page.tsx'), 'FavoritesPage'),
  },
  {
    path: 'requests',
    lazy: screen(() => import('../market/bookings/requests/my-requests-page.tsx'), 'MyRequestsPage'),
  },
  {
    path: 'checkout/:requestId',
    lazy: screen(() => import('../market/bookings/pay/checkout-page.tsx'), 'CheckoutPage'),
  },
  {
    path: 'payments/success',
    lazy: screen(() => import('../market/bookings/pay/payments-success-page.tsx'), 'PaymentsSuccessPage'),
  },
  {
    path: 'payments/history',
    lazy: screen(() => import('../market/bookings/receipts/payment-history-page.tsx'), 'PaymentHistoryPage'),
  },
  {
    path: 'payments/:paymentId/receipt',
    lazy: screen(() => import('../market/bookings/receipts/receipt-page.tsx'), 'ReceiptPage'),
  },
  {
    path: 'bookings',
    lazy: screen(() => import('../market/bookings/list/bookings-page.tsx'), 'BookingsPage'),
  },
  {
    path: 'bookings/:requestId',
    lazy: screen(() => import('../market/bookings/manage/family-booking-page.tsx'), 'FamilyBookingPage'),
  },
  {
    path: 'my-reviews',
    lazy: screen(() => import('../market/reviews/my-reviews-page.tsx'), 'MyReviewsPage'),
  },
  {
    path: 'caretaker/disputes',
    lazy: screen(() => import('../market/disputes/list/family-disputes-page.tsx'), 'FamilyDisputesPage'),
  },
  {
    path: 'caretaker/disputes/add',
    lazy: screen(() => import('../market/disputes/open/open-dispute-page.tsx'), 'OpenDisputePage'),
  },
  {
    path: 'caretaker/disputes/:disputeId',
    lazy: screen(() => import('../market/disputes/record/family-dispute-page.tsx'), 'FamilyDisputePage'),
  },
]

const caregiverRoutes: RouteObject[] = [
  {
    path: 'caregiver/profile',
    lazy: screen(
      () => import('../market/profiles/caregiver/caregiver-profile-page.tsx'),
      'CaregiverProfilePage',
    ),
  },
  {
    path: 'caregiver/availability',
    lazy: screen(() => import('../market/availability/availability-page.tsx'), 'AvailabilityPage'),
  },
  {
    path: 'requests/incoming',
    lazy: screen(
      () => import('../market/bookings/requests/incoming-requests-page.tsx'),
      'IncomingRequestsPage',
    ),
  },
  {
    path: 'caregiver/bookings',
    lazy: screen(
      () => import('../market/bookings/list/caregiver-bookings-page.tsx'),
      'CaregiverBookingsPage',
    ),
  },
  {
    path: 'caregiver/bookings/:requestId',
    lazy: screen(
      () => import('../market/bookings/manage/caregiver-booking-page.tsx'),
      'CaregiverBookingPage',
    ),
  },
  {
    path: 'caretakers/:caretakerId',
    lazy: screen(() => import('../market/profiles/family/family-page.tsx'), 'FamilyPage'),
  },
  { path: 'caregiver/wallet', lazy: screen(() => import('../market/wallet/wallet-page.tsx'), 'WalletPage') },
  {
    path: 'caregiver/wallet/statements/:month',
    lazy: screen(() => import('../market/wallet/statements/statement-page.tsx'), 'StatementPage'),
  },
  {
    path: 'caregiver/disputes',
    lazy: screen(
      () => import('../market/disputes/list/caregiver-disputes-page.tsx'),
      'CaregiverDisputesPage',
    ),
  },
  {
    path: 'caregiver/disputes/:disputeId',
    lazy: screen(
      () => import('../market/disputes/record/caregiver-dispute-page.tsx'),
      'CaregiverDisputePage',
    ),
  },
]

const publicRoutes: RouteObject[] = [
  { index: true, lazy: screen(() => import('../market/home/home-page.tsx'), 'HomePage') },
  { path: 'signup', lazy: screen(() => import('../market/sign-in/sign-up/signup-page.tsx'), 'SignupPage') },
  { path: 'login', lazy: screen(() => import('../market/sign-in/login/login-page.tsx'), 'LoginPage') },
  {
    path: 'verify-email',
    lazy: screen(() => import('../market/sign-in/verify-email/verify-email-page.tsx'), 'VerifyEmailPage'),
  },
  {
    path: 'forgot-password',
    lazy: screen(() => import('../market/sign-in/passwords/forgot-password-page.tsx'), 'ForgotPasswordPage'),
  },
  {
    path: 'reset-password',
    lazy: screen(() => import('../market/sign-in/passwords/reset-password-page.tsx'), 'ResetPasswordPage'),
  },
  {
    path: 'staff/accept',
    lazy: screen(() => import('../market/sign-in/joining/staff-accept-page.tsx'), 'StaffAcceptPage'),
  },
  {
    path: 'confirm-email-change',
    lazy: screen(
      () => import('../market/sign-in/mailed-links/confirm-email-change-page.tsx'),
      'ConfirmEmailChangePage',
    ),
  },
  {
    path: 'end-session',
    lazy: screen(() => import('../market/sign-in/mailed-links/end-session-page.tsx'), 'EndSessionPage'),
  },
  {
    path: 'not-me',
    lazy: screen(() => import('../market/sign-in/mailed-links/not-me-page.tsx'), 'NotMePage'),
  },
  {
    path: 'stop-recovery',
    lazy: screen(() => import('../market/sign-in/mailed-links/stop-recovery-page.tsx'), 'StopRecoveryPage'),
  },
  {
    path: 'account/closed',
    lazy: screen(() => import('../market/account/closing/account-closed-page.tsx'), 'AccountClosedPage'),
  },
  {
    path: 'reopen-account',
    lazy: screen(() => import('../market/account/closing/reopen-account-page.tsx'), 'ReopenAccountPage'),
  },
  { path: 'leaving', lazy: screen(() => import('../market/chat/log/leaving-page.tsx'), 'LeavingPage') },
  {
    path: 'unsubscribe',
    lazy: screen(() => import('../market/account/notifications/unsubscribe-page.tsx'), 'UnsubscribePage'),
  },
  { path: 'help', lazy: screen(() => import('../market/help/help-page.tsx'), 'HelpPage') },
  { path: 'contact', lazy: screen(() => import('../market/help/contact-page.tsx'), 'ContactPage') },
  { path: 'terms', lazy: screen(() => import('../market/help/terms-page.tsx'), 'TermsPage') },
  { path: 'privacy', lazy: screen(() => import('../market/help/privacy-page.tsx'), 'PrivacyPage') },
  {
    path: 'caregivers',
    lazy: screen(() => import('../market/caregivers/search/caregivers-page.tsx'), 'CaregiversPage'),
  },
  {
    path: 'caregivers/:caregiverId',
    lazy: screen(() => import('../market/caregivers/profile/caregiver-page.tsx'), 'CaregiverPage'),
  },
  { element: <RequireRole roles={['admin', 'caregiver', 'caretaker']} />, children: memberRoutes },
  { element: <RequireRole roles={['caregiver', 'caretaker']} />, children: chatRoutes },
  { element: <RequireRole roles={['caretaker']} />, children: caretakerRoutes },
  { element: <RequireRole roles={['caregiver']} />, children: caregiverRoutes },
  { path: '*', lazy: screen(() => import('../market/home/home-page.tsx'), 'HomePage') },
]

const adminRoutes: RouteObject[] = [
  { index: true, lazy: screen(() => import('../console/dashboard/dashboard-page.tsx'), 'DashboardPage') },
  { path: 'disputes', lazy: screen(() => import('../console/disputes/disputes-page.tsx'), 'DisputesPage') },
  {
    path: 'disputes/:disputeId',
    lazy: screen(() => import('../console/disputes/dispute-page.tsx'), 'DisputePage'),
  },
  { path: 'reports', lazy: screen(() => import('../console/reports/reports-page.tsx'), 'ReportsPage') },
  {
    path: 'reports/:reportId',
    lazy: screen(() => import('../console/reports/report-page.tsx'), 'ReportPage'),
  },
  { path: 'requests', lazy: screen(() => import('../console/requests/requests-page.tsx'), 'RequestsPage') },
  { path: 'people/:personId', lazy: screen(() => import('../console/people/person-page.tsx'), 'PersonPage') },
  {
    path: 'verification/:personId',
    lazy: screen(() => import('../console/verification/verification-page.tsx'), 'VerificationPage'),
  },
  {
    path: 'bookings/:requestId',
    lazy: screen(() => import('../console/bookings/booking-page.tsx'), 'BookingPage'),
  },
  { path: 'payments', lazy: screen(() => import('../console/payments/payments-page.tsx'), 'PaymentsPage') },
  { path: 'payouts', lazy: screen(() => import('../console/payouts/payouts-page.tsx'), 'PayoutsPage') },
  {
    path: 'two-step-recoveries',
    lazy: screen(() => import('../console/recoveries/recoveries-page.tsx'), 'RecoveriesPage'),
  },
  { path: 'staff', lazy: screen(() => import('../console/staff/staff-page.tsx'), 'StaffPage') },
  { path: 'audit', lazy: screen(() => import('../console/audit/audit-page.tsx'), 'AuditPage') },
  { path: 'erasures', lazy: screen(() => import('../console/erasures/erasures-page.tsx'), 'ErasuresPage') },
  {
    path: 'analytics',
    lazy: screen(() => import('../console/analytics/analytics-page.tsx'), 'AnalyticsPage'),
  },
  { path: 'jobs', lazy: screen(() => import('../console/jobs/jobs-page.tsx'), 'JobsPage') },
  {
    path: 'reconciliation',
    lazy: screen(() => import('../console/reconciliation/reconciliation-page.tsx'), 'ReconciliationPage'),
  },
]

/** Shows a page's error inside the layout, so that the navigation stays usable. */
function withErrorElement(children: RouteObject[]): RouteObject {
  return { errorElement: <PageError />, children }
}

/** Every route, for the browser and for the pages that the server renders. */
export const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <PageError />,
    hydrateFallbackElement: <LoadingScreen />,
    children: [
      { element: <PublicLayout />, children: [withErrorElement(publicRoutes)] },
      {
        path: 'admin',
        element: <RequireRole roles={['admin']} />,
        children: [
          {
            lazy: screen(() => import('./layouts/console-layout.tsx'), 'ConsoleLayout'),
            children: [withErrorElement(adminRoutes)],
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
