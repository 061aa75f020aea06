import type { Notification } from '@tendwell/contract/chat/notifications'
import { Bell } from 'lucide-react'
import { useId, useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router'
import { type Role, useSession } from '../../lib/session/session.ts'
import { paths } from '../../shared/routes/paths.ts'
import { CountBadge } from '../../ui/count-badge.tsx'
import { QueryBody } from '../../ui/query-panel.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { useDisclosure } from '../../ui/use-disclosure.ts'
import { MarkAllRead } from './mark-all-read.tsx'
import { NotificationRow } from './notification-row.tsx'
import { useMarkReadMutation, useUnreadNotificationsQuery } from './notifications-api.ts'
import { useLiveNotifications } from './use-live-notifications.ts'

/** The list scrolls beyond this many. @see docs/rules/chat-and-notifications.md#on-screen */
const visibleCount = 2
/** The visible height of the next one, which shows that the list scrolls. */
const peekPx = 24
/** The height of the link below the list. */
const seeAllPx = 44

/** The header's bell with the unread count. It opens the list of unread notifications. */
export function NotificationBell({ userId }: { userId: number }) {
  useLiveNotifications(userId)
  const { data } = useUnreadNotificationsQuery()
  const { isOpen, toggle, close, root, button } = useDisclosure()
  const panelId = useId()
  const count = data?.count ?? 0
  return (
    <div ref={root} className="relative">
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={panelId}
        aria-label={count > 0 ? `Notifications, ${count} unread` : 'Notifications'}
        onClick={toggle}
        className="relative inline-flex size-11 items-center justify-center rounded-full transition-colors hover:bg-deep-line"
      >
        <Bell className="size-5" />
        <CountBadge count={count} className="absolute top-0 left-5.5" />
      </button>
      <section
        id={panelId}
        aria-label="Notifications"
        hidden={!isOpen}
        className="fixed inset-x-4 top-18 z-30 animate-appear rounded-control border border-line bg-paper-raised text-ink shadow-soft sm:absolute sm:inset-x-auto sm:top-full sm:right-0 sm:mt-2 sm:w-96"
      >
        <UnreadPanel onOpen={close} />
      </section>
    </div>
  )
}

/** Opening a notification marks it as read. */
function UnreadPanel({ onOpen }: { onOpen: () => void }) {
  const query = useUnreadNotificationsQuery()
  const [markRead] = useMarkReadMutation()
  const { user } = useSession()
  return (
    <>
      <header className="flex min-h-13 items-center justify-between gap-4 border-b border-line px-4">
        <h2 className="text-17">Notifications</h2>
        {query.data !== undefined && query.data.results.length > 0 && <MarkAllRead />}
      </header>
      <QueryBody
        query={query}
        failure="Failed to load notifications"
        skeleton={
          <div className="px-4 py-3">
            <SkeletonRows rows={2} />
          </div>
        }
        empty={({ results }) =>
          results.length === 0 && <p className="px-4 py-6 text-center text-ink-soft">No new notifications</p>
        }
        isCompact
      >
        {({ results }) => (
          <NotificationList
            notifications={results}
            role={user?.role ?? 'caregiver'}
            onOpen={({ id }) => {
              markRead([id])
              onOpen()
            }}
          />
        )}
      </QueryBody>
      <Link
        to={paths.notifications}
        className="flex min-h-11 items-center justify-center rounded-b-control border-t border-line px-4 font-medium text-forest hover:bg-sand focus-visible:-outline-offset-2"
      >
        See all
      </Link>
    </>
  )
}

interface NotificationListProps {
  notifications: Notification[]
  role: Role
  onOpen: (notification: Notification) => void
}

/** Shows the first two in full and the top of the next. The rest scrolls. */
function NotificationList({ notifications, role, onOpen }: NotificationListProps) {
  const list = useRef<HTMLUListElement>(null)
  const isLong = notifications.length > visibleCount
  // biome-ignore lint/correctness/useExhaustiveDependencies: other notifications have other heights
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    if (!isLong) {
      element.style.maxHeight = ''
      return
    }
    const first = [...element.children].slice(0, visibleCount)
    const fit = () => {
      const height = first.reduce((sum, row) => sum + row.getBoundingClientRect().height, 0)
      // A closed panel has no height.
      if (height === 0) return
      const below = peekPx + seeAllPx
      const available = window.innerHeight - element.getBoundingClientRect().top - below
      element.style.maxHeight = `${Math.min(height + peekPx, available)}px`
    }
    const observer = new ResizeObserver(fit)
    for (const row of first) observer.observe(row)
    fit()
    return () => observer.disconnect()
  }, [notifications, isLong])
  return (
    <ul ref={list} className="divide-y divide-line overflow-y-auto">
      {notifications.map((notification) => (
        <NotificationRow
          key={notification.id}
          notification={notification}
          role={role}
          onOpen={() => onOpen(notification)}
        />
      ))}
    </ul>
  )
}
