import { Outlet, type RouteObject } from 'react-router'
import { RequireRole } from './guards.tsx'
import { PublicLayout } from './layouts/public-layout.tsx'
import { LoadingScreen } from './loading-screen.tsx'
import { PageError } from './page-error.tsx'
import { Scrolling } from './scrolling.tsx'

const memberRoutes: RouteObject[] = [
  {
    path: 'account',
    lazy: async () => ({ Component: (await import('../market/account/account-page.tsx')).AccountPage }),
  },
  {
    path: 'account/close',
    lazy: async () => ({
      Component: (await import('../market/account/closing/close-account-page.tsx')).CloseAccountPage,
    }),
  },
  {
    path: 'notifications',
    lazy: async () => ({
      Component: (await import('../market/notifications/notifications-page.tsx')).NotificationsPage,
    }),
  },
]

const chatRoutes: RouteObject[] = [
  {
    path: 'chat',
    lazy: async () => ({ Component: (await import('../market/chat/chat-page.tsx')).ChatPage }),
  },
]

const caretakerRoutes: RouteObject[] = [
  {
    path: 'caretaker/profile',
    lazy: async () => ({
      Component: (await import('../market/profiles/family/family-profile-page.tsx')).FamilyProfilePage,
    }),
  },
  {
    path: 'caregiver/:caregiverId/book',
    lazy: async () => ({ Component: (await import('../market/bookings/request/book-page.tsx')).BookPage }),
  },
  {
    path: 'favorites',
    lazy: async () => ({
      Component: (await import('../market/caregivers/favorites/favorites-page.tsx')).FavoritesPage,
    }),
  },
  {
    path: 'requests',
    lazy: async () => ({
      Component: (await import('../market/bookings/requests/my-requests-page.tsx')).MyRequestsPage,
    }),
  },
  {
    path: 'checkout/:requestId',
    lazy: async () => ({
      Component: (await import('../market/bookings/pay/checkout-page.tsx')).CheckoutPage,
    }),
  },
  {
    path: 'payments/success',
    lazy: async () => ({
      Component: (await import('../market/bookings/pay/payments-success-page.tsx')).PaymentsSuccessPage,
    }),
  },
  {
    path: 'payments/history',
    lazy: async () => ({
      Component: (await import('../market/bookings/receipts/payment-history-page.tsx')).PaymentHistoryPage,
    }),
  },
  {
    path: 'payments/:paymentId/receipt',
    lazy: async () => ({
      Component: (await import('../market/bookings/receipts/receipt-page.tsx')).ReceiptPage,
    }),
  },
  {
    path: 'bookings',
    lazy: async () => ({
      Component: (await import('../market/bookings/list/bookings-page.tsx')).BookingsPage,
    }),
  },
  {
    path: 'bookings/:requestId',
    lazy: async () => ({
      Component: (await import('../market/bookings/manage/family-booking-page.tsx')).FamilyBookingPage,
    }),
  },
  {
    path: 'my-reviews',
    lazy: async () => ({ Component: (await import('../market/reviews/my-reviews-page.tsx')).MyReviewsPage }),
  },
  {
    path: 'caretaker/disputes',
    lazy: async () => ({
      Component: (await import('../market/disputes/list/family-disputes-page.tsx')).FamilyDisputesPage,
    }),
  },
  {
    path: 'caretaker/disputes/add',
    lazy: async () => ({
      Component: (await import('../market/disputes/open/open-dispute-page.tsx')).OpenDisputePage,
    }),
  },
  {
    path: 'caretaker/disputes/:disputeId',
    lazy: async () => ({
      Component: (await import('../market/disputes/record/family-dispute-page.tsx')).FamilyDisputePage,
    }),
  },
]

const caregiverRoutes: RouteObject[] = [
  {
    path: 'caregiver/profile',
    lazy: async () => ({
      Component: (await import('../market/profiles/caregiver/caregiver-profile-page.tsx'))
        .CaregiverProfilePage,
    }),
  },
  {
    path: 'caregiver/availability',
    lazy: async () => ({
      Component: (await import('../market/availability/availability-page.tsx')).AvailabilityPage,
    }),
  },
  {
    path: 'requests/incoming',
    lazy: async () => ({
      Component: (await import('../market/bookings/requests/incoming-requests-page.tsx'))
        .IncomingRequestsPage,
    }),
  },
  {
    path: 'caregiver/bookings',
    lazy: async () => ({
      Component: (await import('../market/bookings/list/caregiver-bookings-page.tsx')).CaregiverBookingsPage,
    }),
  },
  {
    path: 'caregiver/bookings/:requestId',
    lazy: async () => ({
      Component: (await import('../market/bookings/manage/caregiver-booking-page.tsx')).CaregiverBookingPage,
    }),
  },
  {
    path: 'caretakers/:caretakerId',
    lazy: async () => ({ Component: (await import('../market/profiles/family/family-page.tsx')).FamilyPage }),
  },
  {
    path: 'caregiver/wallet',
    lazy: async () => ({ Component: (await import('../market/wallet/wallet-page.tsx')).WalletPage }),
  },
  {
    path: 'caregiver/wallet/statements/:month',
    lazy: async () => ({
      Component: (await import('../market/wallet/statements/statement-page.tsx')).StatementPage,
    }),
  },
  {
    path: 'caregiver/disputes',
    lazy: async () => ({
      Component: (await import('../market/disputes/list/caregiver-disputes-page.tsx')).CaregiverDisputesPage,
    }),
  },
  {
    path: 'caregiver/disputes/:disputeId',
    lazy: async () => ({
      Component: (await import('../market/disputes/record/caregiver-dispute-page.tsx')).CaregiverDisputePage,
    }),
  },
]

const publicRoutes: RouteObject[] = [
  { index: true, lazy: async () => ({ Component: (await import('../market/home/home-page.tsx')).HomePage }) },
  {
    path: 'signup',
    lazy: async () => ({ Component: (await import('../market/sign-in/sign-up/signup-page.tsx')).SignupPage }),
  },
  {
    path: 'login',
    lazy: async () => ({ Component: (await import('../market/sign-in/login/login-page.tsx')).LoginPage }),
  },
  {
    path: 'verify-email',
    lazy: async () => ({
      Component: (await import('../market/sign-in/verify-email/verify-email-page.tsx')).VerifyEmailPage,
    }),
  },
  {
    path: 'forgot-password',
    lazy: async () => ({
      Component: (await import('../market/sign-in/passwords/forgot-password-page.tsx')).ForgotPasswordPage,
    }),
  },
  {
    path: 'reset-password',
    lazy: async () => ({
      Component: (await import('../market/sign-in/passwords/reset-password-page.tsx')).ResetPasswordPage,
    }),
  },
  {
    path: 'staff/accept',
    lazy: async () => ({
      Component: (await import('../market/sign-in/joining/staff-accept-page.tsx')).StaffAcceptPage,
    }),
  },
  {
    path: 'confirm-email-change',
    lazy: async () => ({
      Component: (await import('../market/sign-in/mailed-links/confirm-email-change-page.tsx'))
        .ConfirmEmailChangePage,
    }),
  },
  {
    path: 'end-session',
    lazy: async () => ({
      Component: (await import('../market/sign-in/mailed-links/end-session-page.tsx')).EndSessionPage,
    }),
  },
  {
    path: 'not-me',
    lazy: async () => ({
      Component: (await import('../market/sign-in/mailed-links/not-me-page.tsx')).NotMePage,
    }),
  },
  {
    path: 'stop-recovery',
    lazy: async () => ({
      Component: (await import('../market/sign-in/mailed-links/stop-recovery-page.tsx')).StopRecoveryPage,
    }),
  },
  {
    path: 'account/closed',
    lazy: async () => ({
      Component: (await import('../market/account/closing/account-closed-page.tsx')).AccountClosedPage,
    }),
  },
  {
    path: 'reopen-account',
    lazy: async () => ({
      Component: (await import('../market/account/closing/reopen-account-page.tsx')).ReopenAccountPage,
    }),
  },
  {
    path: 'leaving',
    lazy: async () => ({ Component: (await import('../market/chat/log/leaving-page.tsx')).LeavingPage }),
  },
  {
    path: 'unsubscribe',
    lazy: async () => ({
      Component: (await import('../market/account/notifications/unsubscribe-page.tsx')).UnsubscribePage,
    }),
  },
  {
    path: 'help',
    lazy: async () => ({ Component: (await import('../market/help/help-page.tsx')).HelpPage }),
  },
  {
    path: 'contact',
    lazy: async () => ({ Component: (await import('../market/help/contact-page.tsx')).ContactPage }),
  },
  {
    path: 'terms',
    lazy: async () => ({ Component: (await import('../market/help/terms-page.tsx')).TermsPage }),
  },
  {
    path: 'privacy',
    lazy: async () => ({ Component: (await import('../market/help/privacy-page.tsx')).PrivacyPage }),
  },
  {
    path: 'caregivers',
    lazy: async () => ({
      Component: (await import('../market/caregivers/search/caregivers-page.tsx')).CaregiversPage,
    }),
  },
  {
    path: 'caregivers/:caregiverId',
    lazy: async () => ({
      Component: (await import('../market/caregivers/profile/caregiver-page.tsx')).CaregiverPage,
    }),
  },
  { element: <RequireRole roles={['admin', 'caregiver', 'caretaker']} />, children: memberRoutes },
  { element: <RequireRole roles={['caregiver', 'caretaker']} />, children: chatRoutes },
  { element: <RequireRole roles={['caretaker']} />, children: caretakerRoutes },
  { element: <RequireRole roles={['caregiver']} />, children: caregiverRoutes },
  { path: '*', lazy: async () => ({ Component: (await import('../market/home/home-page.tsx')).HomePage }) },
]

const adminRoutes: RouteObject[] = [
  {
    index: true,
    lazy: async () => ({
      Component: (await import('../console/dashboard/dashboard-page.tsx')).DashboardPage,
    }),
  },
  {
    path: 'disputes',
    lazy: async () => ({ Component: (await import('../console/disputes/disputes-page.tsx')).DisputesPage }),
  },
  {
    path: 'disputes/:disputeId',
    lazy: async () => ({ Component: (await import('../console/disputes/dispute-page.tsx')).DisputePage }),
  },
  {
    path: 'reports',
    lazy: async () => ({ Component: (await import('../console/reports/reports-page.tsx')).ReportsPage }),
  },
  {
    path: 'reports/:reportId',
    lazy: async () => ({ Component: (await import('../console/reports/report-page.tsx')).ReportPage }),
  },
  {
    path: 'requests',
    lazy: async () => ({ Component: (await import('../console/requests/requests-page.tsx')).RequestsPage }),
  },
  {
    path: 'people/:personId',
    lazy: async () => ({ Component: (await import('../console/people/person-page.tsx')).PersonPage }),
  },
  {
    path: 'verification/:personId',
    lazy: async () => ({
      Component: (await import('../console/verification/verification-page.tsx')).VerificationPage,
    }),
  },
  {
    path: 'bookings/:requestId',
    lazy: async () => ({ Component: (await import('../console/bookings/booking-page.tsx')).BookingPage }),
  },
  {
    path: 'payments',
    lazy: async () => ({ Component: (await import('../console/payments/payments-page.tsx')).PaymentsPage }),
  },
  {
    path: 'payouts',
    lazy: async () => ({ Component: (await import('../console/payouts/payouts-page.tsx')).PayoutsPage }),
  },
  {
    path: 'two-step-recoveries',
    lazy: async () => ({
      Component: (await import('../console/recoveries/recoveries-page.tsx')).RecoveriesPage,
    }),
  },
  {
    path: 'staff',
    lazy: async () => ({ Component: (await import('../console/staff/staff-page.tsx')).StaffPage }),
  },
  {
    path: 'audit',
    lazy: async () => ({ Component: (await import('../console/audit/audit-page.tsx')).AuditPage }),
  },
  {
    path: 'erasures',
    lazy: async () => ({ Component: (await import('../console/erasures/erasures-page.tsx')).ErasuresPage }),
  },
  {
    path: 'analytics',
    lazy: async () => ({
      Component: (await import('../console/analytics/analytics-page.tsx')).AnalyticsPage,
    }),
  },
  {
    path: 'jobs',
    lazy: async () => ({ Component: (await import('../console/jobs/jobs-page.tsx')).JobsPage }),
  },
  {
    path: 'reconciliation',
    lazy: async () => ({
      Component: (await import('../console/reconciliation/reconciliation-page.tsx')).ReconciliationPage,
    }),
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
            lazy: async () => ({ Component: (await import('./layouts/console-layout.tsx')).ConsoleLayout }),
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
