import type { BookingDetail } from '@tendwell/contract/bookings/bookings'
import { useParams } from 'react-router'
import { disputeLabel } from '../../../shared/disputes/dispute-label.ts'
import { useAssignedDisputesQuery } from '../../../shared/disputes/disputes-api.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { phonePath } from '../../../shared/routes/return-to.ts'
import { BlockedNote } from '../../../shared/safety/blocked-note.tsx'
import { PersonMenu } from '../../../shared/safety/person-menu.tsx'
import { SafetyPanel } from '../../../shared/safety/safety-panel.tsx'
import { RetryNote } from '../../../ui/retry-note.tsx'
import { canOpenFamily, getBookingStatus } from './booking-state.ts'
import { BookingView } from './booking-view.tsx'
import { FamilyRatings } from './family-ratings.tsx'
import { NextStep } from './next-step.tsx'

export function CaregiverBookingPage() {
  const requestId = Number(useParams().requestId)
  return (
    <BookingView
      requestId={requestId}
      viewer="caregiver"
      list={{ label: 'Bookings', to: paths.caregiverBookings }}
      menu={({ caretaker_id: id, caretaker_name: full_name, has_blocked }) => (
        <PersonMenu person={{ id, full_name }} hasBlocked={has_blocked} />
      )}
      closedNote={({ caretaker_id: id, caretaker_name: full_name, has_blocked }) =>
        has_blocked && <BlockedNote person={{ id, full_name }} />
      }
      safety={(booking) => <SafetyPanel booking={booking} name={booking.caretaker_name} />}
      rating={(booking) => <FamilyRatings booking={booking} />}
    >
      {(booking) => <CaregiverSteps booking={booking} />}
    </BookingView>
  )
}

/** What a caregiver can do about a booking now. */
function CaregiverSteps({ booking }: { booking: BookingDetail }) {
  const { caretaker_id: id, request_id } = booking
  const status = getBookingStatus(booking)
  const disputes = useAssignedDisputesQuery({ booking_id: request_id, page: 1 })
  const dispute = disputes.currentData?.results[0]
  return (
    <>
      {(status === 'confirmed' || status === 'in_progress') && canOpenFamily(booking) && (
        <NextStep
          title="Get to know the family"
          hint="Their children and care needs."
          to={paths.caretaker(id)}
        />
      )}
      {status === 'confirmed' && !booking.shares_phone && (
        <NextStep
          title="Add your phone number"
          hint="The family can call you then, until a day after the last visit."
          to={phonePath(paths.caregiverProfile, paths.caregiverBooking(request_id))}
        />
      )}
      <RetryNote query={disputes} failure="Failed to load disputes about this booking" />
      {dispute && booking.hold !== 'dispute' && (
        <NextStep
          title={`View dispute ${disputeLabel(dispute.id)}`}
          hint="See its status."
          to={paths.caregiverDispute(dispute.id)}
        />
      )}
      <NextStep title="Wallet" hint="See your earnings and when you can withdraw them." to={paths.wallet} />
    </>
  )
}
