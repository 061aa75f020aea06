import './styles/main.css'
import { PAGE_STATE_ID } from '@tendwell/contract/rendering'
import { type ReactNode, StrictMode, startTransition, useEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import type { DataRouter } from 'react-router'
import { createBrowserRouter } from 'react-router'
import { App } from './app/app.tsx'
import { openStore } from './app/browser-store.ts'
import { routeObjects } from './app/router.tsx'
import { Screens } from './app/screens.tsx'
import { forgetScrollPosition } from './app/scroll-positions.ts'
import type { RootState } from './app/store.ts'
import { loggedOutSession } from './lib/session/session.ts'

// Stops zod from compiling its checks with eval, which the content security policy blocks and reports. The
// setting is written directly, because zod's own function would load zod on the landing page.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
forgetScrollPosition(load?.type, sessionStorage, location)

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
start(root)

/**
 * Hydrates a page that the server rendered once the screen's code has loaded; renders any other page
 * immediately.
 */
async function start(root: HTMLElement) {
  const pageState = readPageState()
  const store = openStore(pageState ?? {})
  const router = createBrowserRouter(routeObjects)
  const serverState = pageState ? { ...store.getState(), session: loggedOutSession } : undefined
  const app = (
    <StrictMode>
      <Hydrated root={root}>
        <App store={store} serverState={serverState}>
          <Screens router={router} />
        </App>
      </Hydrated>
    </StrictMode>
  )
  if (!pageState) return createRoot(root).render(app)
  await whenReady(router)
  startTransition(() => void hydrateRoot(root, app))
}

/** Marks the root once the page reacts, for the browser tests. */
function Hydrated({ root, children }: { root: HTMLElement; children: ReactNode }) {
  useEffect(() => {
    root.dataset.hydrated = ''
  }, [root])
  return children
}

/** Resolves when the first screen's code has loaded. */
async function whenReady(router: DataRouter): Promise<void> {
  if (router.state.initialized) return
  await new Promise<void>((resolve) => {
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return
      stop()
      resolve()
    })
  })
}

/** The store's initial state on a page that the server rendered; null on any other page. */
function readPageState(): Partial<RootState> | null {
  const element = document.getElementById(PAGE_STATE_ID)
  return element && JSON.parse(element.textContent)
}
