import type { Notification } from '@tendwell/contract/chat/notifications'
import { Link } from 'react-router'
import { formatAgo } from '../../lib/format/format.ts'
import type { Role } from '../../lib/session/session.ts'
import { viewNotification } from './notification-view.ts'

const toneClasses = {
  sage: 'bg-sage text-on-sage',
  gold: 'bg-gold-soft text-gold-ink',
  clay: 'bg-clay-soft text-clay',
}

interface NotificationRowProps {
  notification: Notification
  role: Role
  onOpen: () => void
}

/** A notification, which opens what it is about. */
export function NotificationRow({ notification, role, onOpen }: NotificationRowProps) {
  const isRead = notification.read_at !== null
  const { icon: Icon, tone, text, detail, path, action } = viewNotification(notification, role)
  return (
    <li>
      <Link
        to={path}
        onClick={onOpen}
        className="flex gap-3 px-4 py-3 transition-colors hover:bg-sand focus-visible:-outline-offset-2"
      >
        <span
          className={`mt-0.5 inline-flex size-9 shrink-0 items-center justify-center rounded-full ${toneClasses[tone]}`}
        >
          <Icon className="size-4" />
        </span>
        <span className="min-w-0 flex-1">
          <span className={`block wrap-anywhere ${isRead ? 'text-ink-soft' : ''}`}>{text}</span>
          {detail && <span className="tabular line-clamp-4 text-ink-soft wrap-anywhere">{detail}</span>}
          <span className="mt-1 flex justify-between gap-4 text-13 text-ink-soft">
            <span className="inline-flex items-center gap-2">
              {!isRead && (
                <>
                  <span aria-hidden="true" className="size-2 rounded-full bg-gold" />
                  <span className="sr-only">Unread, </span>
                </>
              )}
              {formatAgo(notification.created_at)}
            </span>
            <span className="font-semibold text-forest">{action}</span>
          </span>
        </span>
      </Link>
    </li>
  )
}
