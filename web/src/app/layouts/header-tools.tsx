import type { User } from '@tendwell/contract/accounts'
import { type ComponentType, lazy, Suspense } from 'react'

/** A tool that can't be loaded is left out. */
async function tool<Props>(
  load: () => Promise<ComponentType<Props>>,
): Promise<{ default: ComponentType<Props> }> {
  try {
    const [Tool] = await Promise.all([load(), import('../data.ts')])
    return { default: Tool }
  } catch {
    return { default: () => null }
  }
}

// They bring the API's cache with them: they come for those who are logged in, after the screen itself.
const NotificationBell = lazy(() =>
  tool(async () => (await import('../../features/notifications/notification-bell.tsx')).NotificationBell),
)
const MessagesIcon = lazy(() =>
  tool(async () => (await import('../../features/chat/messages-icon.tsx')).MessagesIcon),
)

/** What stands in the header before the account. */
export function HeaderTools({ user }: { user: User }) {
  return (
    <>
      {user.role !== 'admin' && (
        <Suspense fallback={<span className="size-11" />}>
          <MessagesIcon key={user.id} />
        </Suspense>
      )}
      <Suspense fallback={<span className="size-11" />}>
        <NotificationBell key={user.id} userId={user.id} />
      </Suspense>
    </>
  )
}
