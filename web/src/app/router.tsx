import { type RouteFacts, type RouteName, routes } from '@tendwell/contract/routes'
import { type ComponentType, useInsertionEffect, useLayoutEffect, useRef } from 'react'
import {
  createPath,
  matchPath,
  Navigate,
  Outlet,
  type RouteObject,
  ScrollRestoration,
  useLocation,
} from 'react-router'
import { TrailProvider } from '../lib/address/trail.tsx'
import { useIsLeaving } from '../lib/address/use-is-leaving.ts'
import { type Role, useIsSessionChanging, useSession } from '../lib/session/session.ts'
import { paths } from '../shared/routes/paths.ts'
import { loginPath } from '../shared/routes/return-to.ts'
import { PublicLayout } from './layouts/public-layout.tsx'
import { LoadingScreen } from './loading-screen.tsx'
import { PageError } from './page-error.tsx'
import { screenFiles } from './screen-files.ts'
import { getScrollKey, scrollStorageKey } from './scroll-positions.ts'

const pages = import.meta.glob<Record<string, ComponentType>>('../{market,console}/**/*-page.tsx')

/** Loads a route's screen when it is opened. */
const loadScreen = (name: RouteName) => async () => {
  const exports = await pages[`../${screenFiles[name]}`]?.()
  return { Component: Object.values(exports ?? {})[0] }
}

const names = Object.keys(routes) as RouteName[]
/** Whether a route has the console's layout. */
export const isOfConsole = (name: RouteName) =>
  matchPath({ path: routes.admin.path, end: false }, routes[name].path) !== null

function createRoute(name: RouteName): RouteObject {
  return { path: routes[name].path, lazy: loadScreen(name) }
}

/** A route behind the guard of its roles, if not everyone may open it. */
function createGuardedRoute(name: RouteName): RouteObject {
  const { roles }: RouteFacts = routes[name]
  const route = createRoute(name)
  return roles === 'everyone' ? route : { element: <RequireRole roles={roles} />, children: [route] }
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
        children: [withErrorElement([...publicRoutes, { path: '*', lazy: loadScreen('home') }])],
      },
      {
        element: <RequireRole roles={routes.admin.roles} />,
        children: [
          {
            lazy: async () => ({ Component: (await import('./layouts/console-layout.tsx')).ConsoleLayout }),
            children: [withErrorElement(consoleRoutes)],
          },
        ],
      },
    ],
  },
]

function Root() {
  return (
    <TrailProvider>
      <Outlet />
      <Scrolling />
    </TrailProvider>
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

/**
 * Sends visitors to the login and back, and users of other roles home. The server protects the data itself.
 */
function RequireRole({ roles }: { roles: readonly Role[] }) {
  const { user, token } = useSession()
  const isChanging = useIsSessionChanging()
  const isLeaving = useIsLeaving()
  const location = useLocation()
  if (!user && (isChanging || isLeaving)) return <LoadingScreen />
  if (!user || !token) return <Navigate to={loginPath(createPath(location))} replace />
  if (!roles.includes(user.role)) return <Navigate to={paths.home} replace />
  // A new key resets the screen's state, so nothing that another user typed or chose stays on it.
  return <Outlet key={user.id} />
}
