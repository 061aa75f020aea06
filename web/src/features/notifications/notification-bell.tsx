import type { Notification } from '@tendwell/contract/notifications'
import { Bell } from 'lucide-react'
import { useId, useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router'
import { messageOf } from '../../lib/errors.ts'
import { formatAgo } from '../../lib/format.ts'
import { type Role, useSession } from '../../lib/session.ts'
import { CountBadge } from '../../ui/count-badge.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { useDisclosure } from '../../ui/use-disclosure.ts'
import { useMarkAllReadMutation, useMarkReadMutation, useUnreadNotificationsQuery } from './api.ts'
import { noticeOf } from './notice.ts'
import { useLiveNotifications } from './use-live-notifications.ts'

/** More rows than this scroll. @see docs/rules/chat-and-notifications.md#on-screen */
const mostUnscrolled = 2
/** So much of the next one is seen, in pixels. */
const glimpse = 24

/** The bell of the header: how many are unread, and what they say. */
export function NotificationBell({ userId }: { userId: number }) {
  useLiveNotifications(userId)
  const { data, isError, refetch } = useUnreadNotificationsQuery()
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
        <Bell className="size-5" aria-hidden="true" />
        <CountBadge count={count} className="absolute top-1 right-0.5" />
      </button>
      <section
        id={panelId}
        aria-label="Notifications"
        hidden={!isOpen}
        className="fixed inset-x-4 top-18 z-30 animate-appear rounded-control border border-line bg-paper-raised text-ink shadow-soft sm:absolute sm:inset-x-auto sm:top-full sm:right-0 sm:mt-2 sm:w-96"
      >
        <Unread notifications={data?.results} hasFailed={isError} onRetry={refetch} onOpened={close} />
      </section>
    </div>
  )
}

interface UnreadProps {
  /** Undefined until they have come. */
  notifications: Notification[] | undefined
  hasFailed: boolean
  onRetry: () => void
  onOpened: () => void
}

/** Opening an entry reads it. */
function Unread({ notifications, hasFailed, onRetry, onOpened }: UnreadProps) {
  const [markRead] = useMarkReadMutation()
  const [markAllRead, { isLoading }] = useMarkAllReadMutation()
  const { user } = useSession()
  const readAll = async () => {
    const { error } = await markAllRead()
    if (error) toast.error(messageOf(error, 'Failed to mark all as read'))
  }
  return (
    <>
      <header className="flex min-h-13 items-center justify-between gap-4 border-b border-line px-4">
        <h2 className="text-17">Notifications</h2>
        {notifications !== undefined && notifications.length > 0 && (
          <button
            type="button"
            aria-disabled={isLoading}
            onClick={() => !isLoading && readAll()}
            className="min-h-11 rounded-control px-2 font-medium text-forest hover:bg-sand"
          >
            {isLoading ? 'Marking…' : 'Mark all read'}
          </button>
        )}
      </header>
      {notifications === undefined ? (
        hasFailed ? (
          <ErrorState title="Failed to load notifications" onRetry={onRetry} isCompact />
        ) : (
          <div className="px-4 py-3">
            <SkeletonRows rows={2} />
          </div>
        )
      ) : notifications.length === 0 ? (
        <p className="px-4 py-6 text-center text-ink-soft">No new notifications</p>
      ) : (
        <Entries
          notifications={notifications}
          role={user?.role ?? 'caregiver'}
          onOpen={({ id }) => {
            markRead([id])
            onOpened()
          }}
        />
      )}
    </>
  )
}

interface EntriesProps {
  notifications: Notification[]
  role: Role
  onOpen: (notification: Notification) => void
}

/** The first two whole, however long they are, and a glimpse of the next: the rest scrolls. */
function Entries({ notifications, role, onOpen }: EntriesProps) {
  const list = useRef<HTMLUListElement>(null)
  const isLong = notifications.length > mostUnscrolled
  // biome-ignore lint/correctness/useExhaustiveDependencies: others may be longer.
  useLayoutEffect(() => {
    const entries = list.current
    if (!entries) return
    if (!isLong) {
      entries.style.maxHeight = ''
      return
    }
    const whole = [...entries.children].slice(0, mostUnscrolled)
    const fit = () => {
      const height = whole.reduce((sum, entry) => sum + entry.getBoundingClientRect().height, 0)
      // Nothing has a height before it is shown.
      if (height === 0) return
      const room = window.innerHeight - entries.getBoundingClientRect().top - glimpse
      entries.style.maxHeight = `${Math.min(height + glimpse, room)}px`
    }
    const observer = new ResizeObserver(fit)
    for (const entry of whole) observer.observe(entry)
    fit()
    return () => observer.disconnect()
  }, [notifications, isLong])
  return (
    <ul ref={list} className="divide-y divide-line overflow-y-auto">
      {notifications.map((notification) => (
        <Entry
          key={notification.id}
          notification={notification}
          role={role}
          onOpen={() => onOpen(notification)}
        />
      ))}
    </ul>
  )
}

const grounds = {
  sage: 'bg-sage text-on-sage',
  gold: 'bg-gold-soft text-gold-ink',
  clay: 'bg-clay-soft text-clay',
}

interface EntryProps {
  notification: Notification
  role: Role
  onOpen: () => void
}

function Entry({ notification, role, onOpen }: EntryProps) {
  const { icon: Icon, tone, text, detail, to, action } = noticeOf(notification, role)
  return (
    <li>
      <Link
        to={to}
        onClick={onOpen}
        className="flex gap-3 px-4 py-3 transition-colors hover:bg-sand focus-visible:-outline-offset-2"
      >
        <span
          className={`mt-0.5 inline-flex size-9 shrink-0 items-center justify-center rounded-full ${grounds[tone]}`}
        >
          <Icon className="size-4" aria-hidden="true" />
        </span>
        <span className="min-w-0 flex-1">
          <span className="block wrap-anywhere">{text}</span>
          {detail && <span className="tabular block text-ink-soft">{detail}</span>}
          <span className="mt-1 flex justify-between gap-4 text-13 text-ink-soft">
            <span>{formatAgo(notification.created_at)}</span>
            <span className="font-semibold text-forest">{action}</span>
          </span>
        </span>
      </Link>
    </li>
  )
}
