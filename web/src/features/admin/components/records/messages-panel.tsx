import type { Side } from '@tendwell/contract/accounts'
import type { BookingRecord } from '@tendwell/contract/admin-bookings'
import { useRef, useState } from 'react'
import { formatInstant, plural } from '../../../../lib/format.ts'
import { usePagedQuery } from '../../../../lib/use-paged-query.ts'
import { Button } from '../../../../ui/button.tsx'
import { ListBody } from '../../../../ui/list-panel.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { useBookingMessagesQuery } from '../../records-api.ts'

const pageSize = 20

/** The booking's number, and how much its sides wrote. */
type Conversation = Pick<BookingRecord, 'id' | 'messages'> & Record<Side, { name: string }>

/** What the two sides wrote to each other, shown on request because each reading is recorded. */
export function MessagesPanel({ booking }: { booking: Conversation }) {
  const [isOpen, setOpen] = useState(false)
  const panel = useRef<HTMLElement>(null)
  // The button goes away, so the panel takes its focus.
  const open = () => {
    setOpen(true)
    panel.current?.focus({ preventScroll: true })
  }
  const lead =
    booking.messages === 0
      ? 'The family and the caregiver haven’t written to each other.'
      : `${plural(booking.messages, 'message')} between the family and the caregiver. Reading them is recorded.`
  return (
    <Panel
      ref={panel}
      title="Conversation"
      lead={lead}
      actions={
        booking.messages > 0 &&
        !isOpen && (
          <Button variant="secondary" size="small" onPress={open}>
            Read messages
          </Button>
        )
      }
    >
      {isOpen && <Messages booking={booking} />}
    </Panel>
  )
}

function Messages({ booking }: { booking: Conversation }) {
  const list = usePagedQuery(
    useBookingMessagesQuery,
    { id: booking.id, page_size: pageSize },
    { pageSize, pageKey: 'messages_page' },
  )
  return (
    <ListBody label="Messages" list={list} failure="Failed to load messages" empty={<p>No messages.</p>}>
      {(messages) => (
        <ul className="divide-y divide-line">
          {messages.map(({ id, sender, text, created_at: at, is_removed: isRemoved }) => (
            <li key={id} className="py-3 first:pt-0">
              <p className="text-13 text-ink-soft">
                {booking[sender].name} · {formatInstant(at)}
                {isRemoved && ' · Removed by staff'}
              </p>
              <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
            </li>
          ))}
        </ul>
      )}
    </ListBody>
  )
}
