import type { ConversationBooking } from '@tendwell/contract/chat/chat'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { toLocalDate } from '@tendwell/contract/time'
import { CalendarDays, ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { formatDay, formatInterval, getBrowserZone } from '../../../lib/format/format.ts'
import { toInterval } from '../../../lib/format/instants.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { getStatusLook } from '../../../shared/statuses/status-map.ts'

interface BookingLineProps {
  booking: ConversationBooking
  /** The side of the reader. */
  side: Side
}

/** The booking that a conversation belongs to, in the viewer's time, as a link to it. */
export function BookingLine({ booking, side }: BookingLineProps) {
  const { status } = booking
  const window = toInterval(booking)
  const zone = getBrowserZone()
  const day = formatDay(toLocalDate(window.startMs, zone), 'weekday')
  const { word, tone } = getStatusLook(side === 'caretaker' && status === 'accepted' ? 'payment_due' : status)
  return (
    <Link
      to={getPath(booking, side)}
      className="flex min-h-11 items-center gap-2 border-t border-line px-4 py-1.5 text-13 hover:bg-sand sm:px-6"
    >
      <CalendarDays className="size-4 shrink-0 text-ink-soft" />
      <span className="tabular min-w-0 flex-1">
        {`${day}, ${formatInterval(window, zone)} · `}
        <span className={`font-semibold ${tone === 'gold' ? 'text-gold-ink' : 'text-forest'}`}>{word}</span>
      </span>
      <ChevronRight className="size-4 shrink-0 text-ink-soft" />
    </Link>
  )
}

/** A caregiver finds what is not paid above their other requests. */
function getPath({ request_id: id, status }: ConversationBooking, side: Side): string {
  if (side === 'caretaker') return paths.booking(id)
  const isPaid = status === 'confirmed' || status === 'in_progress'
  return isPaid ? paths.caregiverBooking(id) : `${paths.incomingRequests}?request=${id}`
}
