import { paths } from '../../../shared/routes/paths.ts'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { Page } from '../../../ui/page.tsx'
import { useCaregiverBookingsQuery } from '../bookings-api.ts'
import { BookingsList } from './bookings-list.tsx'

export function CaregiverBookingsPage() {
  return (
    <Page title="Bookings" width="reading">
      <BookingsList
        viewer="caregiver"
        useList={useCaregiverBookingsQuery}
        hint="Requests appear here once you’ve accepted and the family has paid."
        action={<ButtonLink to={paths.incomingRequests}>View requests</ButtonLink>}
      />
    </Page>
  )
}
