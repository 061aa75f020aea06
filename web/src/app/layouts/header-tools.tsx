import type { User } from '@tendwell/contract/accounts'
import { Suspense } from 'react'
import { lazyTool } from '../../lib/lazy-tool.ts'

const NotificationBell = lazyTool(
  async () =>
    (await import('../../features/notifications/components/notification-bell.tsx')).NotificationBell,
)
const MessagesIcon = lazyTool(
  async () => (await import('../../features/chat/components/messages-icon.tsx')).MessagesIcon,
)

interface HeaderToolsProps {
  user: User
  /** On a phone the tabs at the bottom hold the messages. */
  hasTabs?: boolean
}

/** The header's tools, before the account menu. */
export function HeaderTools({ user, hasTabs = false }: HeaderToolsProps) {
  return (
    <>
      {user.role !== 'admin' && (
        <div className={hasTabs ? 'max-md:hidden' : ''}>
          <Suspense fallback={<span className="block size-11" />}>
            <MessagesIcon key={user.id} />
          </Suspense>
        </div>
      )}
      <Suspense fallback={<span className="size-11" />}>
        <NotificationBell key={user.id} userId={user.id} />
      </Suspense>
    </>
  )
}
