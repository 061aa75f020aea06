import type { User } from '@tendwell/contract/accounts'
import { type ComponentType, lazy, Suspense } from 'react'

/** Loads a tool after the screen. A tool that fails to load is left out. */
function lazyTool<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    const Tool = await load().catch(() => () => null)
    return { default: Tool }
  })
}

const NotificationBell = lazyTool(
  async () =>
    (await import('../../features/notifications/components/notification-bell.tsx')).NotificationBell,
)
const MessagesIcon = lazyTool(
  async () => (await import('../../features/chat/components/messages-icon.tsx')).MessagesIcon,
)

/** The header's tools, before the account menu. */
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
