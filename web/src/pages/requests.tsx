import type { BookingRequest } from '@tendwell/contract/bookings'
import { useState } from 'react'
import { useMyRequestsQuery } from '../features/requests/api.ts'
import { MyRequest } from '../features/requests/my-request.tsx'
import { PagedList } from '../features/requests/paged-list.tsx'
import { paths } from '../lib/paths.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from '../ui/page.tsx'
import { EmptyLetterbox } from '../ui/scenes/empty-letterbox.tsx'

export function Component() {
  const [page, setPage] = useState(1)
  return (
    <Page title="My Requests" width="reading">
      <PagedList<BookingRequest>
        label="Requests"
        query={useMyRequestsQuery({ page })}
        page={page}
        onPage={setPage}
        failure="Failed to load requests"
        empty={
          <EmptyState
            title="No requests yet"
            hint="Choose a caregiver and the hours that suit you; her answer appears here."
            action={<ButtonLink to={paths.caregivers}>Find a Caregiver</ButtonLink>}
            scene={<EmptyLetterbox />}
          />
        }
        itemId={(request) => request.id}
        render={(request) => <MyRequest request={request} />}
      />
    </Page>
  )
}
