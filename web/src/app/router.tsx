import { Outlet, type RouteObject } from 'react-router'
import { RequireRole } from './guards.tsx'
import { PublicLayout } from './layouts/public-layout.tsx'
import { LoadingScreen } from './loading-screen.tsx'
import { PageError } from './page-error.tsx'
import { Scrolling } from './scrolling.tsx'

const memberRoutes: RouteObject[] = [
  { path: 'account', lazy: () => import('../market/account/account-page.tsx') },
  { path: 'account/close', lazy: () => import('../market/account/closing/close-account-page.tsx') },
  { path: 'notifications', lazy: () => import('../market/notifications/notifications-page.tsx') },
]

const chatRoutes: RouteObject[] = [{ path: 'chat', lazy: () => import('../market/chat/chat-page.tsx') }]

const caretakerRoutes: RouteObject[] = [
  { path: 'caretaker/profile', lazy: () => import('../market/profiles/family/family-profile-page.tsx') },
  { path: 'caregiver/:caregiverId/book', lazy: () => import('../market/bookings/request/book-page.tsx') },
  { path: 'favorites', lazy: () => import('../market/caregivers/favorites/favorites-page.tsx') },
  { path: 'requests', lazy: () => import('../market/bookings/requests/requests-page.tsx') },
  { path: 'checkout/:requestId', lazy: () => import('../market/bookings/pay/checkout-page.tsx') },
  { path: 'payments/success', lazy: () => import('../market/bookings/pay/payments-success-page.tsx') },
  { path: 'payments/history', lazy: () => import('../market/bookings/receipts/payment-history-page.tsx') },
  { path: 'payments/:paymentId/receipt', lazy: () => import('../market/bookings/receipts/receipt-page.tsx') },
  { path: 'bookings', lazy: () => import('../market/bookings/list/bookings-page.tsx') },
  { path: 'bookings/:requestId', lazy: () => import('../market/bookings/manage/family-booking-page.tsx') },
  { path: 'my-reviews', lazy: () => import('../market/reviews/my-reviews-page.tsx') },
  { path: 'caretaker/disputes', lazy: () => import('../market/disputes/list/family-disputes-page.tsx') },
  { path: 'caretaker/disputes/add', lazy: () => import('../market/disputes/open/open-dispute-page.tsx') },
  {
    path: 'caretaker/disputes/:disputeId',
    lazy: () => import('../market/disputes/record/family-dispute-page.tsx'),
  },
]

const caregiverRoutes: RouteObject[] = [
  {
    path: 'caregiver/profile',
    lazy: () => import('../market/profiles/caregiver/caregiver-profile-page.tsx'),
  },
  { path: 'caregiver/availability', lazy: () => import('../market/availability/availability-page.tsx') },
  { path: 'requests/incoming', lazy: () => import('../market/bookings/requests/incoming-requests-page.tsx') },
  { path: 'caregiver/bookings', lazy: () => import('../market/bookings/list/caregiver-bookings-page.tsx') },
  {
    path: 'caregiver/bookings/:requestId',
    lazy: () => import('../market/bookings/manage/caregiver-booking-page.tsx'),
  },
  { path: 'caretakers/:caretakerId', lazy: () => import('../market/profiles/family/family-page.tsx') },
  { path: 'caregiver/wallet', lazy: () => import('../market/wallet/wallet-page.tsx') },
  {
    path: 'caregiver/wallet/statements/:month',
    lazy: () => import('../market/wallet/statements/statement-page.tsx'),
  },
  { path: 'caregiver/disputes', lazy: () => import('../market/disputes/list/caregiver-disputes-page.tsx') },
  {
    path: 'caregiver/disputes/:disputeId',
    lazy: () => import('../market/disputes/record/caregiver-dispute-page.tsx'),
  },
]

const publicRoutes: RouteObject[] = [
  { index: true, lazy: () => import('../market/home/home-page.tsx') },
  { path: 'signup', lazy: () => import('../market/sign-in/sign-up/signup-page.tsx') },
  { path: 'login', lazy: () => import('../market/sign-in/login/login-page.tsx') },
  { path: 'verify-email', lazy: () => import('../market/sign-in/verify-email/verify-email-page.tsx') },
  { path: 'forgot-password', lazy: () => import('../market/sign-in/passwords/forgot-password-page.tsx') },
  { path: 'reset-password', lazy: () => import('../market/sign-in/passwords/reset-password-page.tsx') },
  { path: 'staff/accept', lazy: () => import('../market/sign-in/joining/staff-accept-page.tsx') },
  {
    path: 'confirm-email-change',
    lazy: () => import('../market/sign-in/mailed-links/confirm-email-change-page.tsx'),
  },
  { path: 'end-session', lazy: () => import('../market/sign-in/mailed-links/end-session-page.tsx') },
  { path: 'not-me', lazy: () => import('../market/sign-in/mailed-links/not-me-page.tsx') },
  { path: 'stop-recovery', lazy: () => import('../market/sign-in/mailed-links/stop-recovery-page.tsx') },
  { path: 'account/closed', lazy: () => import('../market/account/closing/account-closed-page.tsx') },
  { path: 'reopen-account', lazy: () => import('../market/account/closing/reopen-account-page.tsx') },
  { path: 'leaving', lazy: () => import('../market/chat/log/leaving-page.tsx') },
  { path: 'unsubscribe', lazy: () => import('../market/account/notifications/unsubscribe-page.tsx') },
  { path: 'help', lazy: () => import('../market/help/help-page.tsx') },
  { path: 'contact', lazy: () => import('../market/help/contact-page.tsx') },
  { path: 'terms', lazy: () => import('../market/help/terms-page.tsx') },
  { path: 'privacy', lazy: () => import('../market/help/privacy-page.tsx') },
  { path: 'caregivers', lazy: () => import('../market/caregivers/search/caregivers-page.tsx') },
  { path: 'caregivers/:caregiverId', lazy: () => import('../market/caregivers/profile/caregiver-page.tsx') },
  { element: <RequireRole roles={['admin', 'caregiver', 'caretaker']} />, children: memberRoutes },
  { element: <RequireRole roles={['caregiver', 'caretaker']} />, children: chatRoutes },
  { element: <RequireRole roles={['caretaker']} />, children: caretakerRoutes },
  { element: <RequireRole roles={['caregiver']} />, children: caregiverRoutes },
  { path: '*', lazy: () => import('../market/home/home-page.tsx') },
]

const adminRoutes: RouteObject[] = [
  { index: true, lazy: () => import('../console/dashboard/dashboard-page.tsx') },
  { path: 'disputes', lazy: () => import('../console/disputes/disputes-page.tsx') },
  { path: 'disputes/:disputeId', lazy: () => import('../console/disputes/dispute-page.tsx') },
  { path: 'reports', lazy: () => import('../console/reports/reports-page.tsx') },
  { path: 'reports/:reportId', lazy: () => import('../console/reports/report-page.tsx') },
  { path: 'requests', lazy: () => import('../console/requests/requests-page.tsx') },
  { path: 'people/:personId', lazy: () => import('../console/people/person-page.tsx') },
  { path: 'verification/:personId', lazy: () => import('../console/verification/verification-page.tsx') },
  { path: 'bookings/:requestId', lazy: () => import('../console/bookings/booking-page.tsx') },
  { path: 'payments', lazy: () => import('../console/payments/payments-page.tsx') },
  { path: 'payouts', lazy: () => import('../console/payouts/payouts-page.tsx') },
  { path: 'two-step-recoveries', lazy: () => import('../console/recoveries/recoveries-page.tsx') },
  { path: 'staff', lazy: () => import('../console/staff/staff-page.tsx') },
  { path: 'audit', lazy: () => import('../console/audit/audit-page.tsx') },
  { path: 'erasures', lazy: () => import('../console/erasures/erasures-page.tsx') },
  { path: 'analytics', lazy: () => import('../console/analytics/analytics-page.tsx') },
  { path: 'jobs', lazy: () => import('../console/jobs/jobs-page.tsx') },
  { path: 'reconciliation', lazy: () => import('../console/reconciliation/reconciliation-page.tsx') },
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
          { lazy: () => import('./layouts/console-layout.tsx'), children: [withErrorElement(adminRoutes)] },
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
