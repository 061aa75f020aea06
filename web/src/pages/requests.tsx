import { LIST_PAGE_SIZE } from '@tendwell/contract/bookings'
import { useMyRequestsQuery } from '../features/bookings/api.ts'
import { MyRequest } from '../features/bookings/components/my-request.tsx'
import { paths } from '../lib/paths.ts'
import { usePagedQuery } from '../lib/use-paged-query.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { CardList } from '../ui/list-panel.tsx'
import { Page } from '../ui/page.tsx'
import { EmptyLetterbox } from '../ui/scenes/empty-letterbox.tsx'

export function Component() {
  const list = usePagedQuery(useMyRequestsQuery, {}, { pageSize: LIST_PAGE_SIZE })
  return (
    <Page title="My Requests" width="reading">
      <CardList
        label="Requests"
        list={list}
        failure="Failed to load requests"
        empty={
          <EmptyState
            title="No requests yet"
            hint="Choose a caregiver and the times you need. Their response will appear here."
            action={<ButtonLink to={paths.caregivers}>Find a Caregiver</ButtonLink>}
            scene={<EmptyLetterbox />}
          />
        }
        rowId={(request) => request.id}
      >
        {(request) => <MyRequest request={request} />}
      </CardList>
    </Page>
  )
}
