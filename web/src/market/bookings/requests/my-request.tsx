import type { BookingRequest } from '@tendwell/contract/bookings/bookings'
import { paths } from '../../../shared/routes/paths.ts'
import { PersonMenu } from '../../../shared/safety/person-menu.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { BackupCaregivers } from '../manage/backup-caregivers.tsx'
import { RequestCard } from './request-card.tsx'
import { familyNote, isTooLate, offersOthers } from './request-notes.ts'
import { WithdrawAction } from './withdraw-action.tsx'

interface MyRequestProps {
  request: BookingRequest
  /** Whether a request above it for the same hours says who else is free. */
  isOfferedAbove?: boolean
}

/** A family's own request, and what they can do next. */
export function MyRequest({ request, isOfferedAbove = false }: MyRequestProps) {
  return (
    <RequestCard
      request={request}
      viewer="caretaker"
      note={familyNote(request)}
      isNoteFirst={request.status !== 'rejected' && !request.is_paid}
      actions={
        <>
          <NextStep request={request} />
          <WithdrawAction request={request} />
        </>
      }
      keepsActions={request.status === 'accepted' && !request.is_paid}
      menu={
        <PersonMenu
          person={{ id: request.caregiver, full_name: request.caregiver_name }}
          hasBlocked={request.has_blocked}
        />
      }
    >
      {offersOthers(request) && !isOfferedAbove && (
        <BackupCaregivers
          requestId={request.id}
          timezone={request.timezone}
          windowCount={request.windows.length}
        />
      )}
    </RequestCard>
  )
}

function NextStep({ request }: { request: BookingRequest }) {
  if (request.is_paid) {
    return (
      <ButtonLink to={paths.booking(request.id)} variant="secondary">
        View booking
      </ButtonLink>
    )
  }
  if (request.status === 'accepted' && !isTooLate(request)) {
    return <ButtonLink to={paths.checkout(request.id)}>Complete Payment</ButtonLink>
  }
  if (request.status === 'submitted' && !isTooLate(request)) return null
  if (request.group?.booked_name) return null
  // A caregiver whose hours are closed may be listed no longer.
  if (request.rejection_cause === 'caregiver' || request.rejection_cause === 'unavailable') {
    if (offersOthers(request)) return null
    return (
      <ButtonLink to={paths.caregivers} variant="secondary">
        Find a Caregiver
      </ButtonLink>
    )
  }
  return (
    <ButtonLink to={paths.book(request.caregiver)} variant="secondary">
      Choose other times
    </ButtonLink>
  )
}
