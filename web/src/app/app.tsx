import type { Store } from '@reduxjs/toolkit'
import { lazy, Suspense, useEffect } from 'react'
import { Provider } from 'react-redux'
import type { DataRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { useHydrated } from '../lib/use-hydrated.ts'
import { screensBegin } from './router.tsx'

// The landing page has nothing to tell.
const Toaster = lazy(async () => {
  await screensBegin
  return { default: (await import('../ui/toaster.tsx')).Toaster }
})

interface AppProps {
  store: Store
  /** What a page that comes drawn was drawn for: its first render in the browser must be the same. */
  drawnFor: unknown
  router: DataRouter
}

export function App({ store, drawnFor, router }: AppProps) {
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
