import type { ChatMessage } from '@tendwell/contract/chat/chat'
import { ArrowDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatClock, formatInstant, plural } from '../../../lib/format/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import type { ChatClient } from '../client/chat-client.ts'
import { ContactNote } from './contact-note.tsx'
import type { LogItem } from './log-items.ts'
import { DeliveryLabel, type DeliveryStatus, MessageBubble } from './message-bubble.tsx'
import type { useLogScroll } from './use-log-scroll.ts'

interface MessageLogProps {
  otherName: string
  items: readonly LogItem[]
  /** Null for messages that show no status. */
  statusOf: (item: LogItem) => DeliveryStatus | null
  older: { exists: boolean; status: 'idle' | 'loading' | 'failed'; load: () => void }
  scroll: ReturnType<typeof useLogScroll>
  /** The number of new messages below the visible ones. */
  newBelow: number
  client: ChatClient
  /** Beside each message of the other person, such as a menu. */
  messageAction?: ((message: ChatMessage) => ReactNode) | undefined
}

export function MessageLog(props: MessageLogProps) {
  const { otherName, items, statusOf, older, scroll, newBelow, client, messageAction } = props
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scroll.log}
        role="log"
        aria-live="polite"
        aria-label={`Messages with ${otherName}`}
        aria-busy={older.status === 'loading'}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need to scroll it
        tabIndex={0}
        onScroll={scroll.onScroll}
        className="h-full overflow-y-auto overscroll-contain px-4 [overflow-anchor:none] focus-visible:-outline-offset-2 sm:px-6"
      >
        <div className="flex min-h-full flex-col justify-end py-4">
          {older.exists && <OlderMessages {...older} />}
          <ol className="flex flex-col">
            {items.map((item) => (
              <li key={item.key} className={spaceBelow(item)}>
                {item.day && <Divider>{item.day}</Divider>}
                {item.isFirstUnread && <Divider isHighlighted>New messages</Divider>}
                <Item
                  item={item}
                  otherName={otherName}
                  status={statusOf(item)}
                  client={client}
                  messageAction={messageAction}
                />
              </li>
            ))}
          </ol>
        </div>
      </div>
      {!scroll.isAtEnd && (
        <button
          type="button"
          onClick={() => scroll.scrollToEnd('smooth')}
          className="absolute right-4 bottom-4 inline-flex min-h-11 min-w-11 animate-appear items-center justify-center gap-2 rounded-full border border-line bg-paper-raised px-3 text-13 font-semibold shadow-soft hover:bg-sand"
        >
          <ArrowDown className="size-4" />
          {newBelow > 0 ? (
            plural(newBelow, 'new message')
          ) : (
            <span className="sr-only">Jump to the newest message</span>
          )}
        </button>
      )}
    </div>
  )
}

function spaceBelow({ endsGroup, message }: LogItem): string {
  if (endsGroup) return 'mb-4 last:mb-0'
  // A contact note is set apart from the next bubble, so that it doesn't read as its caption.
  return message && hasContactNote(message) ? 'mb-3' : 'mb-1'
}

const hasContactNote = (message: ChatMessage) => message.has_contact_details && !message.is_removed

function OlderMessages({ status, load }: { status: 'idle' | 'loading' | 'failed'; load: () => void }) {
  return (
    <div className="flex min-h-13 items-center justify-center text-ink-soft">
      {status === 'failed' ? (
        <Button variant="quiet" onPress={load}>
          Failed to load older messages. Retry
        </Button>
      ) : (
        <>
          <Spinner className="size-5" />
          <span className="sr-only">Loading older messages…</span>
        </>
      )}
    </div>
  )
}

function Divider({ children, isHighlighted = false }: { children: string; isHighlighted?: boolean }) {
  const line = `h-px flex-1 ${isHighlighted ? 'bg-gold-thread' : 'bg-line'}`
  return (
    <p
      className={`mt-2 mb-4 flex items-center gap-4 text-13 font-medium ${isHighlighted ? 'text-gold-ink' : 'text-ink-soft'}`}
    >
      <span className={line} />
      {children}
      <span className={line} />
    </p>
  )
}

interface ItemProps {
  item: LogItem
  otherName: string
  status: DeliveryStatus | null
  client: ChatClient
  messageAction: MessageLogProps['messageAction']
}

function Item({ item, otherName, status, client, messageAction }: ItemProps) {
  const { isOwn, text, at, endsGroup, pending, message } = item
  const author = isOwn ? 'You' : otherName
  if (pending?.failure) {
    return (
      <MessageBubble
        isOwn
        hasFailed
        author={author}
        text={text}
        footer={
          <>
            <DeliveryLabel status="failed" />
            <span>{pending.failure}</span>
            <FailureAction onPress={() => client.retry(pending.clientId)}>Retry</FailureAction>
            <FailureAction onPress={() => client.discard(pending.clientId)}>Delete</FailureAction>
          </>
        }
      />
    )
  }
  return (
    <MessageBubble
      isOwn={isOwn}
      author={author}
      text={text}
      isRemoved={message?.is_removed ?? false}
      action={!isOwn && message && !message.is_removed && messageAction?.(message)}
      note={message && hasContactNote(message) && <ContactNote isOwn={isOwn} />}
      footer={
        (endsGroup || status) && (
          <>
            <time dateTime={at} title={formatInstant(at)}>
              {formatClock(at)}
            </time>
            {status && (
              <>
                <span aria-hidden="true">·</span>
                <DeliveryLabel status={status} />
              </>
            )}
          </>
        )
      }
    />
  )
}

function FailureAction({ onPress, children }: { onPress: () => void; children: string }) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="min-h-11 rounded-control px-2 font-semibold text-forest hover:bg-sand"
    >
      {children}
    </button>
  )
}
