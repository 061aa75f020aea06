import { useSession } from '../../lib/session/session.ts'
import { Page } from '../../ui/page.tsx'
import { MarkAllRead } from './mark-all-read.tsx'
import { NotificationHistory } from './notification-history.tsx'
import { useUnreadNotificationsQuery } from './notifications-api.ts'

export function NotificationsPage() {
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
