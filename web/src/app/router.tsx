import type { ComponentType } from 'react'
import { type Location, Outlet, type RouteObject, ScrollRestoration } from 'react-router'
import { Component as Home } from '../pages/home.tsx'
import { RequireRole } from './guards.tsx'
import { PublicLayout } from './layouts/public-layout.tsx'
import { LoadingScreen } from './loading-screen.tsx'
import { PageError } from './page-error.tsx'

let beginScreens: () => void

/** Kept when the first screen but the landing page is asked for: what only such screens need loads then. */
export const screensBegin = new Promise<void>((resolve) => {
  beginScreens = resolve
})

/** A screen's code, and with it the API's cache and react-aria's language, which the landing page does without. */
function screen(load: () => Promise<{ Component: ComponentType }>) {
  return async () => {
    beginScreens()
    const [{ Component }, { InEnglish }, data] = await Promise.all([
      load(),
      import('./in-english.tsx'),
      // Where pages are drawn there is another store for each of them.
      import.meta.env.SSR ? null : import('./data.ts'),
    ])
    data?.takeKnownAnswers()
    const Screen = () => (
      <InEnglish>
        <Component />
      </InEnglish>
    )
    return { Component: Screen }
  }
}

const memberRoutes: RouteObject[] = [{ path: 'account', lazy: screen(() => import('../pages/account.tsx')) }]

const talkingRoutes: RouteObject[] = [{ path: 'chat', lazy: screen(() => import('../pages/chat.tsx')) }]

const caretakerRoutes: RouteObject[] = [
  { path: 'caretaker/profile', lazy: screen(() => import('../pages/caretaker-profile.tsx')) },
  { path: 'caregiver/:caregiverId/book', lazy: screen(() => import('../pages/book.tsx')) },
  { path: 'requests', lazy: screen(() => import('../pages/requests.tsx')) },
  { path: 'checkout/:requestId', lazy: screen(() => import('../pages/checkout.tsx')) },
  { path: 'payments/success', lazy: screen(() => import('../pages/payments-success.tsx')) },
  { path: 'payments/history', lazy: screen(() => import('../pages/payments-history.tsx')) },
  { path: 'payments/:paymentId/receipt', lazy: screen(() => import('../pages/receipt.tsx')) },
  { path: 'bookings', lazy: screen(() => import('../pages/bookings.tsx')) },
  { path: 'my-reviews', lazy: screen(() => import('../pages/my-reviews.tsx')) },
  { path: 'caretaker/disputes', lazy: screen(() => import('../pages/caretaker-disputes.tsx')) },
  { path: 'caretaker/disputes/add', lazy: screen(() => import('../pages/caretaker-dispute-add.tsx')) },
  { path: 'caretaker/disputes/:disputeId', lazy: screen(() => import('../pages/caretaker-dispute.tsx')) },
]

const caregiverRoutes: RouteObject[] = [
  { path: 'caregiver/profile', lazy: screen(() => import('../pages/caregiver-profile.tsx')) },
  { path: 'caregiver/availability', lazy: screen(() => import('../pages/caregiver-availability.tsx')) },
  { path: 'requests/incoming', lazy: screen(() => import('../pages/requests-incoming.tsx')) },
  { path: 'caregiver/bookings', lazy: screen(() => import('../pages/caregiver-bookings.tsx')) },
  { path: 'caretakers/:caretakerId', lazy: screen(() => import('../pages/caretaker-detail.tsx')) },
  { path: 'caregiver/wallet', lazy: screen(() => import('../pages/caregiver-wallet.tsx')) },
  { path: 'caregiver/disputes', lazy: screen(() => import('../pages/caregiver-disputes.tsx')) },
  { path: 'caregiver/disputes/:disputeId', lazy: screen(() => import('../pages/caregiver-dispute.tsx')) },
]

const publicRoutes: RouteObject[] = [
  { index: true, Component: Home },
  { path: 'signup', lazy: screen(() => import('../pages/signup.tsx')) },
  { path: 'login', lazy: screen(() => import('../pages/login.tsx')) },
  { path: 'verify-email', lazy: screen(() => import('../pages/verify-email.tsx')) },
  { path: 'forgot-password', lazy: screen(() => import('../pages/forgot-password.tsx')) },
  { path: 'reset-password', lazy: screen(() => import('../pages/reset-password.tsx')) },
  { path: 'help', lazy: screen(() => import('../pages/help.tsx')) },
  { path: 'contact', lazy: screen(() => import('../pages/contact.tsx')) },
  { path: 'caregivers', lazy: screen(() => import('../pages/caregivers.tsx')) },
  { path: 'caregivers/:caregiverId', lazy: screen(() => import('../pages/caregiver-detail.tsx')) },
  { element: <RequireRole roles={['admin', 'caregiver', 'caretaker']} />, children: memberRoutes },
  { element: <RequireRole roles={['caregiver', 'caretaker']} />, children: talkingRoutes },
  { element: <RequireRole roles={['caretaker']} />, children: caretakerRoutes },
  { element: <RequireRole roles={['caregiver']} />, children: caregiverRoutes },
  { path: '*', Component: Home },
]

const adminRoutes: RouteObject[] = [
  { index: true, lazy: screen(() => import('../pages/admin-dashboard.tsx')) },
  { path: 'disputes', lazy: screen(() => import('../pages/admin-disputes.tsx')) },
  { path: 'disputes/:disputeId', lazy: screen(() => import('../pages/admin-dispute.tsx')) },
  { path: 'requests', lazy: screen(() => import('../pages/admin-requests.tsx')) },
  { path: 'analytics', lazy: screen(() => import('../pages/admin-analytics.tsx')) },
  { path: 'reconciliation', lazy: screen(() => import('../pages/admin-reconciliation.tsx')) },
]

/** A page that fails fails inside its layout, so that the way to everywhere else stays. */
function guardErrors(children: RouteObject[]): RouteObject {
  return { errorElement: <PageError />, children }
}

/** Every route; the build draws the home page from them as well. */
export const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <PageError />,
    hydrateFallbackElement: <LoadingScreen />,
    children: [
      { element: <PublicLayout />, children: [guardErrors(publicRoutes)] },
      {
        path: 'admin',
        element: <RequireRole roles={['admin']} />,
        children: [
          { lazy: screen(() => import('./layouts/admin-layout.tsx')), children: [guardErrors(adminRoutes)] },
        ],
      },
    ],
  },
]

function Root() {
  return (
    <>
      <Outlet />
      <ScrollRestoration getKey={placeOf} />
    </>
  )
}

/** Every document begins with the same key: by that alone one screen would open where another was left. */
function placeOf({ key, pathname, search }: Location): string {
  return key === 'default' ? pathname + search : key
}
