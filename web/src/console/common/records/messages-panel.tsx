import type { BookingRecord } from '@tendwell/contract/console/bookings'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import type { AccessReason } from '@tendwell/contract/staff/staff-access'
import { useState } from 'react'
import { usePagedQuery } from '../../../lib/address/use-paged-query.ts'
import { formatInstant, plural } from '../../../lib/format/format.ts'
import { ListBody } from '../../../ui/list-panel.tsx'
import { PersonLink } from '../lists/record-links.tsx'
import { useBookingMessagesQuery } from './records-api.ts'
import { ShowPanel } from './show-panel.tsx'

const pageSize = 20

/** The booking's number, how much its sides wrote, and who they are. */
type Conversation = Pick<BookingRecord, 'id' | 'messages'> & Record<Side, { id: number; name: string }>

/** What the two sides wrote to each other, shown on request because each reading is recorded. */
export function MessagesPanel({ booking }: { booking: Conversation }) {
  const [reason, setReason] = useState<AccessReason | null>(null)
  const lead =
    booking.messages === 0
      ? 'The family and the caregiver haven’t written to each other.'
      : `${plural(booking.messages, 'message')} between the family and the caregiver. Reading them is recorded.`
  return (
    <ShowPanel
      title="Conversation"
      lead={lead}
      label="Read messages"
      question="Read the messages?"
      show={async (chosen) => setReason(chosen)}
      isShown={reason !== null}
      canShow={booking.messages > 0}
    >
      {reason && <Messages booking={booking} reason={reason} />}
    </ShowPanel>
  )
}

function Messages({ booking, reason }: { booking: Conversation; reason: AccessReason }) {
  const list = usePagedQuery(
    useBookingMessagesQuery,
    { id: booking.id, reason, page_size: pageSize },
    { pageSize, pageKey: 'messages_page' },
  )
  return (
    <ListBody label="Messages" list={list} failure="Failed to load messages" empty={<p>No messages.</p>}>
      {(messages) => (
        <ul className="divide-y divide-line">
          {messages.map(({ id, sender, text, created_at: at, is_removed: isRemoved }) => (
            <li key={id} className="py-3 first:pt-0">
              <p className="text-13 text-ink-soft">
                <PersonLink person={booking[sender]} /> · {formatInstant(at)}
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
