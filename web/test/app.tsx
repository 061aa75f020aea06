import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter } from 'react-router'
import { App } from '../src/app/app.tsx'
import { clearCacheOnUserChange } from '../src/app/browser-store.ts'
import { routeObjects } from '../src/app/router.tsx'
import { Screens } from '../src/app/screens.tsx'
import { createStore } from '../src/app/store.ts'
import { loggedOutSession, type SessionState, writeSession } from '../src/lib/session/session.ts'
import { homeOf } from './data.ts'
import { answer, listOf } from './server.ts'

/** Renders the whole app at an address, with its layouts, guards and pages, and nothing unread. */
export function renderApp(route: string, session: SessionState = loggedOutSession, isResuming = false) {
  writeSession(session)
  if (session.user) {
    answer('get /api/notifications/', listOf([]))
    answer('get /api/home/', homeOf({}))
    answer('get /api/chat/conversations/', { ...listOf([]), unread_total: 0, booking: null })
    answer('get /api/admin-panel/queue/', listOf([]))
  }
  const store = createStore({ session, isResuming })
  clearCacheOnUserChange(store)
  const router = createMemoryRouter(routeObjects, { initialEntries: [route] })
  render(
    <App store={store}>
      <Screens router={router} />
    </App>,
  )
  return {
    store,
    user: userEvent.setup({ delay: null, skipHover: true }),
    /** Path and query of the address. */
    address: () => router.state.location.pathname + router.state.location.search,
    navigate: (to: string) => router.navigate(to),
    goBack: () => router.navigate(-1),
  }
}
