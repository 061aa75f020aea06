import { Suspense } from 'react'
import { lazyTool } from '../../lib/browser/lazy-parts.tsx'
import type { AccountLinksProps } from './account-links.tsx'

const NotificationBell = lazyTool(
  async () => (await import('../../market/notifications/notification-bell.tsx')).NotificationBell,
)
const MessagesIcon = lazyTool(
  async () => (await import('../../market/chat/conversations/messages-icon.tsx')).MessagesIcon,
)
const AccountMenu = lazyTool(async () => (await import('./account-menu.tsx')).AccountMenu)

interface HeaderToolsProps extends AccountLinksProps {
  /** On a phone the tabs at the bottom hold the messages and the account. */
  hasTabs?: boolean
}

/** The header's tools of the person who is logged in. */
export function HeaderTools({ hasTabs = false, ...account }: HeaderToolsProps) {
  const { user } = account
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
      <div className={hasTabs ? 'max-md:hidden' : ''}>
        <Suspense fallback={<span className="block size-11" />}>
          <AccountMenu {...account} />
        </Suspense>
      </div>
    </>
  )
}
