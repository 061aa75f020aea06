import { ArrowDown } from 'lucide-react'
import { formatClock, formatInstant, plural } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { Chat } from './client.ts'
import type { LogItem } from './log-items.ts'
import { type Delivery, DeliveryState, MessageBubble } from './message-bubble.tsx'
import type { useLogScroll } from './use-log-scroll.ts'

interface MessageLogProps {
  otherName: string
  items: readonly LogItem[]
  /** How far an own message has come; null where nothing is said of it. */
  deliveryOf: (item: LogItem) => Delivery | null
  older: { isThere: boolean; state: 'idle' | 'loading' | 'failed'; load: () => void }
  scroll: ReturnType<typeof useLogScroll>
  /** Unread messages below what is seen. */
  newBelow: number
  chat: Chat
}

/** What the two have said, the newest below. */
export function MessageLog(props: MessageLogProps) {
  const { otherName, items, deliveryOf, older, scroll, newBelow, chat } = props
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scroll.log}
        role="log"
        aria-live="polite"
        aria-label={`Messages with ${otherName}`}
        aria-busy={older.state === 'loading'}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
        tabIndex={0}
        onScroll={scroll.look}
        className="h-full overflow-y-auto overscroll-contain px-4 [overflow-anchor:none] focus-visible:-outline-offset-2 sm:px-6"
      >
        <div className="flex min-h-full flex-col justify-end py-4">
          {older.isThere && <OlderMessages {...older} />}
          <ol className="flex flex-col">
            {items.map((item) => (
              <li key={item.key} className={item.endsRun ? 'mb-4 last:mb-0' : 'mb-1'}>
                {item.day && <Rule>{item.day}</Rule>}
                {item.isFirstNew && <Rule isNew>New messages</Rule>}
                <Item item={item} otherName={otherName} delivery={deliveryOf(item)} chat={chat} />
              </li>
            ))}
          </ol>
        </div>
      </div>
      {!scroll.isAtEnd && (
        <button
          type="button"
          onClick={() => scroll.toEnd('smooth')}
          className="absolute right-4 bottom-4 inline-flex min-h-11 min-w-11 animate-appear items-center justify-center gap-2 rounded-full border border-line bg-paper-raised px-3 text-13 font-semibold shadow-soft hover:bg-sand"
        >
          <ArrowDown className="size-4" aria-hidden="true" />
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

function OlderMessages({ state, load }: { state: 'idle' | 'loading' | 'failed'; load: () => void }) {
  return (
    <div className="flex min-h-13 items-center justify-center text-ink-soft">
      {state === 'failed' ? (
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

/** Between two days, and ahead of what is new. */
function Rule({ children, isNew = false }: { children: string; isNew?: boolean }) {
  const line = `h-px flex-1 ${isNew ? 'bg-gold-thread' : 'bg-line'}`
  return (
    <p
      className={`mt-2 mb-4 flex items-center gap-4 text-13 font-medium ${isNew ? 'text-gold-ink' : 'text-ink-soft'}`}
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
  delivery: Delivery | null
  chat: Chat
}

function Item({ item, otherName, delivery, chat }: ItemProps) {
  const { isOwn, text, at, endsRun, pending } = item
  const speaker = isOwn ? 'You' : otherName
  if (pending?.failure) {
    return (
      <MessageBubble
        isOwn
        hasFailed
        speaker={speaker}
        text={text}
        footer={
          <>
            <DeliveryState state="failed" />
            <span>{pending.failure}</span>
            <FailureAction onPress={() => chat.retry(pending.clientId)}>Retry</FailureAction>
            <FailureAction onPress={() => chat.discard(pending.clientId)}>Delete</FailureAction>
          </>
        }
      />
    )
  }
  return (
    <MessageBubble
      isOwn={isOwn}
      speaker={speaker}
      text={text}
      footer={
        (endsRun || delivery) && (
          <>
            <time dateTime={at} title={formatInstant(at)}>
              {formatClock(at)}
            </time>
            {delivery && (
              <>
                <span aria-hidden="true">·</span>
                <DeliveryState state={delivery} />
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
