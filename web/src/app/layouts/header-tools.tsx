import { type ComponentType, lazy, Suspense } from 'react'

// The bell brings the API's cache with it: it comes for those who are logged in, after the screen itself. A bell
// that can't be loaded is left out.
const NotificationBell = lazy(async (): Promise<{ default: ComponentType<{ userId: number }> }> => {
  try {
    const [{ NotificationBell: Bell }] = await Promise.all([
      import('../../features/notifications/notification-bell.tsx'),
      import('../data.ts'),
    ])
    return { default: Bell }
  } catch {
    return { default: () => null }
  }
})

/** What stands in the header before the account. */
export function HeaderTools({ userId }: { userId: number }) {
  return (
    <Suspense fallback={<span className="size-11" />}>
      <NotificationBell key={userId} userId={userId} />
    </Suspense>
  )
}
