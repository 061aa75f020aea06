import type { BookingDetail } from '@tendwell/contract/bookings/bookings'
import { DISPUTE_DAYS } from '@tendwell/contract/safety/dispute-types'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { disputeLabel } from '../../../shared/disputes/dispute-label.ts'
import { useDisputableBookingsQuery, useOwnDisputesQuery } from '../../../shared/disputes/disputes-api.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { phonePath } from '../../../shared/routes/return-to.ts'
import { BlockedNote } from '../../../shared/safety/blocked-note.tsx'
import { PersonMenu } from '../../../shared/safety/person-menu.tsx'
import { SafetyPanel } from '../../../shared/safety/safety-panel.tsx'
import { bookAgainPath } from '../../../shared/visits/hours-path.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { CardSkeletons } from '../../../ui/card-skeletons.tsx'
import { Page } from '../../../ui/page.tsx'
import { QueryBody } from '../../../ui/query-panel.tsx'
import { RetryNote } from '../../../ui/retry-note.tsx'
import { useBookingRequestQuery } from '../bookings-api.ts'
import { MyRequest } from '../requests/my-request.tsx'
import { getBookingStatus, hasLostVisit } from './booking-state.ts'
import { BookingView } from './booking-view.tsx'
import { NextStep } from './next-step.tsx'
import { useBookingsToReview } from './use-bookings-to-review.ts'

/** A family's newest dispute about a booking, and whether it can open one now. */
function useBookingDispute(requestId: number) {
  const disputes = useOwnDisputesQuery({ booking_id: requestId, page: 1 })
  const disputable = useDisputableBookingsQuery()
  return {
    dispute: disputes.currentData?.results[0],
    canOpen: disputable.currentData?.results.some(({ id }) => id === requestId) ?? false,
    failed: [disputes, disputable].find(({ error, currentData }) => error && !currentData),
  }
}

export function FamilyBookingPage() {
  const requestId = Number(useParams().requestId)
  return (
    <BookingView
      requestId={requestId}
      viewer="caretaker"
      list={{ label: 'My Bookings', to: paths.bookings }}
      unpaid={(missing) => <OwnRequest requestId={requestId} missing={missing} />}
      menu={({ caregiver_id: id, caregiver_name: full_name, has_blocked }) => (
        <PersonMenu person={{ id, full_name }} hasBlocked={has_blocked} />
      )}
      closedNote={({ caregiver_id: id, caregiver_name: full_name, has_blocked }) =>
        has_blocked && <BlockedNote person={{ id, full_name }} />
      }
      safety={(booking) => <SafetyPanel booking={booking} name={booking.caregiver_name} />}
    >
      {(booking) => <FamilySteps booking={booking} />}
    </BookingView>
  )
}

/** What a family can do about a booking now. */
function FamilySteps({ booking }: { booking: BookingDetail }) {
  const { caregiver_name: name, windows } = booking
  const status = getBookingStatus(booking)
  const toReview = useBookingsToReview()
  const { dispute, canOpen, failed } = useBookingDispute(booking.request_id)
  const visitToReview = windows.find(({ booking_id }) => toReview.has(booking_id))
  return (
    <>
      {status === 'confirmed' && !booking.shares_phone && (
        <NextStep
          title="Add your phone number"
          hint={`${name} can call you then, until a day after the last visit.`}
          to={phonePath(paths.caretakerProfile, paths.booking(booking.request_id))}
        />
      )}
      {visitToReview && (
        <NextStep
          title="Write a review"
          hint="Tell other families how it went."
          to={paths.reviewBooking(visitToReview.booking_id)}
        />
      )}
      {status === 'completed' && booking.is_caregiver_listed && (
        <NextStep
          title="Book again"
          hint={`The same times, from next week on, if ${name} is free.`}
          to={bookAgainPath(booking)}
        />
      )}
      {status === 'canceled' && !hasLostVisit(booking) && (
        <NextStep title="Find a Caregiver" hint="See who else is free." to={paths.caregivers} />
      )}
      {dispute && booking.hold !== 'dispute' && (
        <NextStep
          title={`View dispute ${disputeLabel(dispute.id)}`}
          hint="See its status."
          to={paths.caretakerDispute(dispute.id)}
        />
      )}
      {failed && <RetryNote query={failed} failure="Failed to load disputes about this booking" />}
      {canOpen && (
        <NextStep
          title="Report a problem"
          hint={`Open a dispute until ${DISPUTE_DAYS} days after the last visit. We hold the payment meanwhile.`}
          to={paths.disputeBooking(booking.request_id)}
        />
      )}
    </>
  )
}

/** A family's unpaid request, at the address that is its booking's once it is paid. */
function OwnRequest({ requestId, missing }: { requestId: number; missing: ReactNode }) {
  const query = useBookingRequestQuery(requestId, { refetchOnMountOrArgChange: true })
  return (
    <Page
      title={query.currentData ? `Request to ${query.currentData.caregiver_name}` : 'Booking'}
      width="reading"
      back={<BackLink to={paths.bookings}>My Bookings</BackLink>}
    >
      <QueryBody
        query={query}
        failure="Failed to load request"
        skeleton={<CardSkeletons count={1} />}
        missing={missing}
      >
        {(request) => <MyRequest request={request} />}
      </QueryBody>
    </Page>
  )
}
