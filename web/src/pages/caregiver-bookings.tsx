import { useState } from 'react'
import { useCaregiverBookingsQuery } from '../features/requests/api.ts'
import { BookingsList } from '../features/requests/bookings-list.tsx'
import { paths } from '../lib/paths.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { Page } from '../ui/page.tsx'

export function Component() {
  const [page, setPage] = useState(1)
  return (
    <Page title="Bookings" width="reading">
      <BookingsList
        query={useCaregiverBookingsQuery({ page })}
        page={page}
        onPage={setPage}
        viewer="caregiver"
        hint="Requests that you accept and families pay appear here."
        action={<ButtonLink to={paths.incomingRequests}>See requests</ButtonLink>}
      />
    </Page>
  )
}
