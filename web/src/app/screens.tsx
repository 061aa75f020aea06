import { type DataRouter, RouterProvider } from 'react-router'

/**
 * Shows the screen of the router's address, in step with it. With React's transitions the old screen would
 * stay while data arrives, and its timers and effects would change the new address back.
 */
export function Screens({ router }: { router: DataRouter }) {
  return <RouterProvider router={router} useTransitions={false} />
}
