import { useUnreadNotificationsQuery } from '../features/notifications/api.ts'
import { MarkAllRead } from '../features/notifications/components/mark-all-read.tsx'
import { NotificationHistory } from '../features/notifications/components/notification-history.tsx'
import { useSession } from '../lib/session/session.ts'
import { Page } from '../ui/page.tsx'

export function Component() {
  const { user } = useSession()
  const { data: unread } = useUnreadNotificationsQuery()
  if (!user) return null
  return (
    <Page
      title="Notifications"
      width="reading"
      actions={<div className="min-h-11">{unread !== undefined && unread.count > 0 && <MarkAllRead />}</div>}
    >
      <NotificationHistory user={user} />
    </Page>
  )
}
