import { Check, CheckCheck, CircleAlert, Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { splitLinks } from '../links.ts'

interface BubbleProps {
  isOwn: boolean
  /** The author's name, for screen readers. */
  author: string
  text: string
  /** The time and the delivery status. */
  footer?: ReactNode
  hasFailed?: boolean
}

/** One message as plain text with links. */
export function MessageBubble({ isOwn, author, text, footer, hasFailed = false }: BubbleProps) {
  const own = hasFailed ? 'bg-clay-soft text-ink' : 'bg-forest text-on-forest dark:bg-sage dark:text-on-sage'
  return (
    <div className={`flex flex-col ${isOwn ? 'items-end' : 'items-start'}`}>
      <div
        className={`max-w-[85%] rounded-card px-4 py-2.5 sm:max-w-[75%] ${
          isOwn ? `rounded-br-control ${own}` : 'rounded-bl-control bg-sand'
        }`}
      >
        <span className="sr-only">{`${author}: `}</span>
        <span className="wrap-anywhere whitespace-pre-wrap">
          {splitLinks(text).map(({ text: part, href }, index) =>
            href ? (
              <a
                // biome-ignore lint/suspicious/noArrayIndexKey: a message never changes
                key={index}
                href={href}
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
      {footer && (
        <div
          className={`mt-1 flex flex-wrap items-center gap-x-1.5 px-1 text-13 text-ink-soft ${isOwn ? 'justify-end' : ''}`}
        >
          {footer}
        </div>
      )}
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
      <Icon className="size-3.5" aria-hidden="true" />
      {label}
    </span>
  )
}
