import type { BookingRequest } from '@tendwell/contract/bookings'
import { useState } from 'react'
import { useIncomingRequestsQuery } from '../features/requests/api.ts'
import { IncomingRequest } from '../features/requests/incoming-request.tsx'
import { PagedList } from '../features/requests/paged-list.tsx'
import { paths } from '../lib/paths.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from '../ui/page.tsx'
import { EmptyLetterbox } from '../ui/scenes/empty-letterbox.tsx'

export function Component() {
  const [page, setPage] = useState(1)
  return (
    <Page title="Requests" width="reading">
      <PagedList<BookingRequest>
        label="Incoming requests"
        query={useIncomingRequestsQuery({ page })}
        page={page}
        onPage={setPage}
        failure="Failed to load requests"
        empty={
          <EmptyState
            title="No incoming requests"
            hint="Families can ask for the hours you have opened."
            action={<ButtonLink to={paths.availability}>Set Availability</ButtonLink>}
            scene={<EmptyLetterbox />}
          />
        }
        itemId={(request) => request.id}
        render={(request) => <IncomingRequest request={request} />}
      />
    </Page>
  )
}
