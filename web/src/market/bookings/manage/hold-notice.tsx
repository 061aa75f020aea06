import type { Booking } from '@tendwell/contract/bookings/bookings'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { disputeLabel } from '../../../shared/disputes/dispute-label.ts'
import { useAssignedDisputesQuery, useOwnDisputesQuery } from '../../../shared/disputes/disputes-api.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { Banner } from '../../../ui/banner.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { getOtherParty } from './booking-state.ts'

interface HoldNoticeProps {
  booking: Booking
  viewer: Side
}

/** Says why a booking’s money is on hold, what can’t be done meanwhile, and what can. */
export function HoldNotice({ booking, viewer }: HoldNoticeProps) {
  if (booking.hold === 'dispute') return <DisputeNotice booking={booking} viewer={viewer} />
  if (booking.hold === null) return null
  const bank = viewer === 'caretaker' ? 'Your bank' : 'The family’s bank'
  return (
    <Banner tone="warning" title={`${bank} is looking into this payment`}>
      {`The money is on hold until it has decided. ${describeLimits(booking, viewer)}`}
    </Banner>
  )
}

function DisputeNotice({ booking, viewer }: HoldNoticeProps) {
  const isFamily = viewer === 'caretaker'
  const query = { booking_id: booking.request_id, page: 1 }
  const own = useOwnDisputesQuery(query, { skip: !isFamily })
  const assigned = useAssignedDisputesQuery(query, { skip: isFamily })
  const dispute = (isFamily ? own : assigned).currentData?.results[0]
  const canClose = isFamily && dispute?.status === 'submitted'
  const others = isFamily
    ? canClose
      ? ', or close the dispute first'
      : ', and contact our team'
    : ', and our team in the dispute'
  return (
    <Banner
      tone="warning"
      title={`${dispute ? `Dispute ${disputeLabel(dispute.id)}` : 'A dispute'} is open`}
      action={
        dispute && (
          <ButtonLink
            to={isFamily ? paths.caretakerDispute(dispute.id) : paths.caregiverDispute(dispute.id)}
            variant="secondary"
          >
            View dispute
          </ButtonLink>
        )
      }
    >
      {`The money is on hold until our team has decided${canClose ? ', or you close the dispute' : ''}. ${describeLimits(booking, viewer, others)}`}
    </Banner>
  )
}

/**
 * What can’t be done with visits ahead while the money is on hold; empty without any.
 * @param others what helps besides telling the other side
 */
function describeLimits(booking: Booking, viewer: Side, others = ''): string {
  const ahead = booking.windows.filter(({ state }) => state === 'upcoming').length
  if (ahead === 0) return ''
  const { name } = getOtherParty(booking, viewer)
  const visits = ahead === 1 ? 'the visit ahead' : 'visits ahead'
  const absence = viewer === 'caretaker' ? 'you don’t need the caregiver then' : 'you can’t come'
  return `Until then, ${visits} can’t be canceled or moved. If ${absence}, tell ${name}${others}.`
}
