import { LIST_PAGE_SIZE } from '@tendwell/contract/bookings'
import { useCaregiverBookingsQuery } from '../features/bookings/api.ts'
import { BookingsList } from '../features/bookings/components/bookings-list.tsx'
import { paths } from '../lib/paths.ts'
import { usePagedQuery } from '../lib/use-paged-query.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { Page } from '../ui/page.tsx'

export function Component() {
  const list = usePagedQuery(useCaregiverBookingsQuery, {}, { pageSize: LIST_PAGE_SIZE })
  return (
    <Page title="Bookings" width="reading">
      <BookingsList
        list={list}
        viewer="caregiver"
        hint="Requests appear here once you’ve accepted and the family has paid."
        action={<ButtonLink to={paths.incomingRequests}>View requests</ButtonLink>}
      />
    </Page>
  )
}
