import { type BookingRequest, LIST_PAGE_SIZE, type OpenRequests } from '@tendwell/contract/bookings/bookings'
import { usePagedQuery } from '../../../lib/address/use-paged-query.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { CardList } from '../../../ui/list-panel.tsx'
import { EmptyLetterbox } from '../../../ui/scenes/empty-letterbox.tsx'
import { useMyRequestsQuery } from '../bookings-api.ts'
import { MyRequest } from '../requests/my-request.tsx'
import { isOfferedAbove } from '../requests/request-notes.ts'

/** What came to nothing stays among what waits until its hours have someone else. */
function describeWaiting({ status }: BookingRequest): string {
  return status === 'rejected' ? 'Didn’t work out' : 'Waiting for an answer'
}

const words = {
  waiting: {
    label: 'Requests that wait',
    heading: describeWaiting,
    title: 'Nothing is waiting for an answer',
    hint: 'A request stays here until the caregiver accepts it. If they decline, you see who else is free.',
  },
  to_pay: {
    label: 'Requests to pay',
    heading: undefined,
    title: 'Nothing to pay',
    hint: 'A request moves here once it’s accepted. The times are yours when you’ve paid.',
  },
} as const

interface OpenRequestsListProps {
  open: OpenRequests
  /** Whether meetings stand above it: it then shows nothing while there are none. */
  isBelowMeetings?: boolean
}

/** A family's requests that need something of one kind. */
export function OpenRequestsList({ open, isBelowMeetings = false }: OpenRequestsListProps) {
  const list = usePagedQuery(useMyRequestsQuery, { open }, { pageSize: LIST_PAGE_SIZE })
  const { label, heading, title, hint } = words[open]
  return (
    <CardList
      label={label}
      heading={heading}
      list={list}
      failure="Failed to load requests"
      empty={
        isBelowMeetings ? null : (
          <EmptyState
            title={title}
            hint={hint}
            action={
              <ButtonLink to={paths.requests} variant="secondary">
                See all requests
              </ButtonLink>
            }
            scene={<EmptyLetterbox />}
          />
        )
      }
      rowId={(request) => request.id}
    >
      {(request, requests) => (
        <MyRequest request={request} isOfferedAbove={isOfferedAbove(request, requests)} />
      )}
    </CardList>
  )
}
