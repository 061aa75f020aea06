import { useEffect } from 'react'
import { createPath, type DataRouter, RouterProvider } from 'react-router'
import { onSessionEnd } from '../lib/session/session-end.ts'
import { paths } from '../shared/routes/paths.ts'
import { loginPath } from '../shared/routes/return-to.ts'

/**
 * Shows the screen of the router's address, in step with it. With React's transitions the old screen would
 * stay while data arrives, and its timers and effects would change the new address back.
 */
export function Screens({ router }: { router: DataRouter }) {
  useEffect(
    () =>
      onSessionEnd(() => {
        const { location, navigation } = router.state
        if (navigation.state !== 'idle' || location.pathname === paths.login) return
        void router.navigate(loginPath(createPath(location)), { replace: true })
      }),
    [router],
  )
  return <RouterProvider router={router} useTransitions={false} />
}
