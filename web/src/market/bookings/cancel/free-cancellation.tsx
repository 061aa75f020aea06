import type { Booking } from '@tendwell/contract/bookings/bookings'
import { Banner } from '../../../ui/banner.tsx'
import { CancelAction } from './cancel-action.tsx'

/** Says that the caregiver is under review, and lets the family cancel what is ahead for a full refund. */
export function FreeCancellation({ booking }: { booking: Booking }) {
  return (
    <div className="mt-5">
      <Banner
        tone="warning"
        title={`We’re reviewing ${booking.caregiver_name}’s profile`}
        action={<CancelAction booking={booking} viewer="caretaker" label="Cancel for a full refund" />}
      >
        Your booking is still on. If you’d rather not wait, you can cancel the times that haven’t started.
      </Banner>
    </div>
  )
}
