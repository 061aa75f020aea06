import { LIST_PAGE_SIZE, type OpenRequests } from '@tendwell/contract/bookings/bookings'
import { usePagedQuery } from '../../../lib/address/use-paged-query.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { CardList } from '../../../ui/list-panel.tsx'
import { EmptyLetterbox } from '../../../ui/scenes/empty-letterbox.tsx'
import { useMyRequestsQuery } from '../bookings-api.ts'
import { MyRequest } from '../requests/my-request.tsx'

const words = {
  waiting: {
    label: 'Requests that wait',
    title: 'Nothing is waiting for an answer',
    hint: 'A request stays here until the caregiver accepts it. If they decline, you see who else is free.',
  },
  to_pay: {
    label: 'Requests to pay',
    title: 'Nothing to pay',
    hint: 'A request moves here once it’s accepted. The times are yours when you’ve paid.',
  },
} as const

interface OpenRequestsListProps {
  open: OpenRequests
  /** Whether meetings stand above it: it then has a heading, and shows nothing while there are none. */
  isBelowMeetings?: boolean
}

/** A family's requests that need something of one kind. */
export function OpenRequestsList({ open, isBelowMeetings = false }: OpenRequestsListProps) {
  const list = usePagedQuery(useMyRequestsQuery, { open }, { pageSize: LIST_PAGE_SIZE })
  const { label, title, hint } = words[open]
  return (
    <CardList
      label={label}
      heading={isBelowMeetings ? 'Requests' : undefined}
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
      {(request) => <MyRequest request={request} />}
    </CardList>
  )
}
