import { Check, CheckCheck, CircleAlert, Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { stretchesOf } from './links.ts'

interface BubbleProps {
  isOwn: boolean
  /** Who says it, for those who don't see on which side it stands. */
  speaker: string
  text: string
  /** The last of a run of messages by one person: the time stands under it. */
  footer?: ReactNode
  hasFailed?: boolean
}

/** One message: plain words, in which the addresses of the web are links. */
export function MessageBubble({ isOwn, speaker, text, footer, hasFailed = false }: BubbleProps) {
  const own = hasFailed ? 'bg-clay-soft text-ink' : 'bg-forest text-on-forest dark:bg-sage dark:text-on-sage'
  return (
    <div className={`flex flex-col ${isOwn ? 'items-end' : 'items-start'}`}>
      <div
        className={`max-w-[85%] rounded-card px-4 py-2.5 sm:max-w-[75%] ${
          isOwn ? `rounded-br-control ${own}` : 'rounded-bl-control bg-sand'
        }`}
      >
        <span className="sr-only">{`${speaker}: `}</span>
        <span className="wrap-anywhere whitespace-pre-wrap">
          {stretchesOf(text).map(({ text: words, href }, index) =>
            href ? (
              <a
                // biome-ignore lint/suspicious/noArrayIndexKey: a message never changes
                key={index}
                href={href}
                target="_blank"
                rel="noopener noreferrer nofollow"
                className="underline underline-offset-4"
              >
                {words}
              </a>
            ) : (
              words
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

export type Delivery = 'waiting' | 'sending' | 'sent' | 'read' | 'failed'

const deliveries = {
  waiting: { word: 'Waiting for the connection', icon: Clock },
  sending: { word: 'Sending…', icon: Clock },
  sent: { word: 'Sent', icon: Check },
  read: { word: 'Read', icon: CheckCheck },
  failed: { word: 'Not sent', icon: CircleAlert },
}

/** How far an own message has come. */
export function DeliveryState({ state }: { state: Delivery }) {
  const { word, icon: Icon } = deliveries[state]
  return (
    <span className={`inline-flex items-center gap-1 ${state === 'failed' ? 'font-medium text-clay' : ''}`}>
      <Icon className="size-3.5" aria-hidden="true" />
      {word}
    </span>
  )
}
