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
    label: 'Requests without an answer',
    title: 'Nothing is waiting for an answer',
    hint: 'A request stays here until the caregiver accepts or declines it.',
  },
  to_pay: {
    label: 'Requests to pay',
    title: 'Nothing to pay',
    hint: 'A request moves here once it’s accepted. The times are yours when you’ve paid.',
  },
} as const

interface OpenRequestsListProps {
  open: OpenRequests
  /** Whether it shows nothing while there are none, because something else stands above it. */
  hidesEmpty?: boolean
}

/** A family's open requests of one kind. */
export function OpenRequestsList({ open, hidesEmpty = false }: OpenRequestsListProps) {
  const list = usePagedQuery(useMyRequestsQuery, { open }, { pageSize: LIST_PAGE_SIZE })
  const { label, title, hint } = words[open]
  return (
    <CardList
      label={label}
      list={list}
      failure="Failed to load requests"
      empty={
        hidesEmpty ? null : (
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
