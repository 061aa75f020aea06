import type { Store } from '@reduxjs/toolkit'
import { lazy, Suspense, useEffect } from 'react'
import { Provider } from 'react-redux'
import type { DataRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { nobody } from '../lib/session.ts'
import { screensBegin } from './router.tsx'
import { useHydrated } from './use-hydrated.ts'

// The landing page has nothing to tell.
const Toaster = lazy(async () => {
  await screensBegin
  return { default: (await import('../ui/toaster.tsx')).Toaster }
})

/** What the home page was drawn for at the build: its first render in the browser must be the same. */
const drawnFor = { session: nobody }

export function App({ store, router }: { store: Store; router: DataRouter }) {
  // From here on the screens know who is logged in: see memberHint in prerender.ts.
  useEffect(() => {
    delete document.documentElement.dataset.member
  }, [])
  return (
    <Provider store={store} serverState={drawnFor}>
      <RouterProvider router={router} />
      <Toasts />
    </Provider>
  )
}

function Toasts() {
  return useHydrated() ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null
}
