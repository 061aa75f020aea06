import type { User } from '@tendwell/contract/sign-in/accounts'
import { usePagedQuery } from '../../lib/address/use-paged-query.ts'
import { useUrlFilters } from '../../lib/address/use-url-filters.ts'
import type { Role } from '../../lib/session/session.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListBody } from '../../ui/list-panel.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { NotificationRow } from './notification-row.tsx'
import {
  historyPageSize,
  type NotificationStatus,
  useMarkReadMutation,
  useNotificationsQuery,
  useUnreadNotificationsQuery,
} from './notifications-api.ts'

const labels = { all: 'All', unread: 'Unread' }
const empty = {
  all: (
    <EmptyState title="No notifications yet" hint="News about bookings, messages and reviews appears here." />
  ),
  unread: <EmptyState title="No new notifications" hint="You have read them all." />,
}

function readStatus(params: URLSearchParams): { status: NotificationStatus } {
  return { status: params.get('status') === 'unread' ? 'unread' : 'all' }
}

/** All notifications, newest first, or the unread ones. Opening one marks it as read. */
export function NotificationHistory({ user }: { user: User }) {
  const { filters, change } = useUrlFilters(readStatus)
  const { data: unread } = useUnreadNotificationsQuery()
  return (
    <Card>
      <Tabs
        label="Notifications by state"
        selected={filters.status}
        onSelect={(status) => change({ status: status === 'unread' ? status : undefined })}
        items={(['all', 'unread'] as const).map((status) => ({
          id: status,
          label: labels[status],
          count: status === 'unread' ? unread?.count : undefined,
          content: <NotificationPages status={status} role={user.role} />,
        }))}
      />
    </Card>
  )
}

function NotificationPages({ status, role }: { status: NotificationStatus; role: Role }) {
  const list = usePagedQuery(useNotificationsQuery, { status }, { pageSize: historyPageSize })
  const [markRead] = useMarkReadMutation()
  return (
    <ListBody label="Notifications" list={list} failure="Failed to load notifications" empty={empty[status]}>
      {(notifications) => (
        <ul aria-label="Notifications" className="-mx-4 divide-y divide-line">
          {notifications.map((notification) => (
            <NotificationRow
              key={notification.id}
              notification={notification}
              role={role}
              onOpen={() => {
                if (notification.read_at === null) markRead([notification.id])
              }}
            />
          ))}
        </ul>
      )}
    </ListBody>
  )
}
