import { Check, CheckCheck, CircleAlert, Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '../../../shared/routes/paths.ts'
import { splitLinks } from './links.ts'

interface BubbleProps {
  isOwn: boolean
  /** The author's name, for screen readers. */
  author: string
  text: string
  /** The time and the delivery status. */
  footer?: ReactNode
  /** Below everything, such as a warning. */
  note?: ReactNode
  hasFailed?: boolean
  /** The text is a notice in place of what was written. */
  isRemoved?: boolean
  /** Beside the bubble, such as a menu. */
  action?: ReactNode
}

/** Another site's page says first that it is one. */
const toOpened = (href: string) =>
  new URL(href).origin === window.location.origin ? href : paths.leave(href)

const removedClass = 'border border-dashed border-line text-ink-soft italic'

/** One message as plain text with links. */
export function MessageBubble(props: BubbleProps) {
  const { isOwn, author, text, footer, note, hasFailed = false, isRemoved = false, action } = props
  const own = hasFailed ? 'bg-clay-soft text-ink' : 'bg-forest text-on-forest dark:bg-sage dark:text-on-sage'
  return (
    <div className={`group/message flex flex-col ${isOwn ? 'items-end' : 'items-start'}`}>
      <div
        className={`flex items-center gap-1 ${action ? 'max-w-full sm:max-w-[82%]' : 'max-w-[85%] sm:max-w-[75%]'}`}
      >
        <div
          className={`min-w-0 rounded-card px-4 py-2.5 ${isRemoved ? removedClass : isOwn ? `rounded-br-control ${own}` : 'rounded-bl-control bg-sand'}`}
        >
          <span className="sr-only">{`${author}: `}</span>
          <span className="wrap-anywhere whitespace-pre-wrap">
            {splitLinks(text).map(({ text: part, href }, index) =>
              href ? (
                <a
                  // biome-ignore lint/suspicious/noArrayIndexKey: a message never changes
                  key={index}
                  href={toOpened(href)}
                  target="_blank"
                  rel="noopener noreferrer nofollow"
                  className="underline underline-offset-4"
                >
                  {part}
                </a>
              ) : (
                part
              ),
            )}
          </span>
        </div>
        {action}
      </div>
      {footer && (
        <div
          className={`mt-1 flex flex-wrap items-center gap-x-1.5 px-1 text-13 text-ink-soft ${isOwn ? 'justify-end' : ''}`}
        >
          {footer}
        </div>
      )}
      {note}
    </div>
  )
}

export type DeliveryStatus = 'waiting' | 'sending' | 'sent' | 'read' | 'failed'

const statuses = {
  waiting: { label: 'Waiting for connection', icon: Clock },
  sending: { label: 'Sending…', icon: Clock },
  sent: { label: 'Sent', icon: Check },
  read: { label: 'Read', icon: CheckCheck },
  failed: { label: 'Not sent', icon: CircleAlert },
}

export function DeliveryLabel({ status }: { status: DeliveryStatus }) {
  const { label, icon: Icon } = statuses[status]
  return (
    <span className={`inline-flex items-center gap-1 ${status === 'failed' ? 'font-medium text-clay' : ''}`}>
      <Icon className="size-3.5" />
      {label}
    </span>
  )
}
