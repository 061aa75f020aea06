import type { BookingDetail } from '@tendwell/contract/bookings/bookings'
import { toCallAddress } from '@tendwell/contract/people/call-address'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { MessageCircle, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { CardChecked } from '../../../shared/people/card-checked.tsx'
import { PersonName } from '../../../shared/people/person-name.tsx'
import { paths } from '../../../shared/routes/paths.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { Card } from '../../../ui/card.tsx'
import { canOpenFamily, getOtherParty } from './booking-state.ts'

interface PartyCardProps {
  booking: BookingDetail
  viewer: Side
  /** Beside the name: what else can be done about the person. */
  menu?: ReactNode
  /** Says why the two can't write to each other, if there is more to say than that. */
  closedNote?: ReactNode
}

/** The person on the other side: who they are, and how to reach them. */
export function PartyCard({ booking, viewer, menu, closedNote }: PartyCardProps) {
  const other = getOtherParty(booking, viewer)
  const isFamily = viewer === 'caretaker'
  return (
    <Card as="section">
      <div className="flex items-center gap-4">
        <Avatar name={other.name} src={other.avatar} size="large" />
        <div className="min-w-0 flex-1">
          <p className="text-13 text-ink-soft">{isFamily ? 'Your caregiver' : 'The family'}</p>
          <h2 className="text-21">
            <PersonName name={other.name} />
          </h2>
        </div>
        {menu && <div className="-mr-2 self-start">{menu}</div>}
      </div>
      {!isFamily && booking.is_card_checked && <CardChecked className="mt-4" />}
      <div className="mt-5 flex flex-wrap gap-3 *:flex-1 empty:hidden">
        {booking.can_message && (
          <ButtonLink
            to={isFamily ? paths.chatWithCaregiver(other.id) : paths.chatWithFamily(other.id)}
            icon={<MessageCircle className="size-4" />}
          >
            Message
          </ButtonLink>
        )}
        {booking.phone_number && (
          <ButtonLink
            to={toCallAddress(booking.phone_number)}
            variant="secondary"
            icon={<Phone className="size-4" />}
            aria-label={`Call ${booking.phone_number}`}
          >
            Call
          </ButtonLink>
        )}
        {isFamily && booking.is_caregiver_listed && (
          <ButtonLink to={paths.caregiver(other.id)} variant="secondary">
            View profile
          </ButtonLink>
        )}
        {!isFamily && canOpenFamily(booking) && (
          <ButtonLink to={paths.caretaker(other.id)} variant="secondary">
            View profile
          </ButtonLink>
        )}
      </div>
      {booking.phone_number && (
        <p className="mt-4 text-13 text-ink-soft">
          {`${booking.phone_number}${booking.is_phone_verified ? ' (verified)' : ''}, until a day after the last visit.`}
        </p>
      )}
      {booking.lacks_phone && (
        <p className="mt-4 text-13 text-ink-soft">
          {`${other.name} hasn’t added a phone number.${booking.can_message ? ' Send a message.' : ''}`}
        </p>
      )}
      {!booking.can_message && (
        <p className="mt-4 text-13 text-ink-soft">
          {closedNote || `You can’t send messages to ${other.name} right now.`}
        </p>
      )}
    </Card>
  )
}
