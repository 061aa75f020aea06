import type { Booking } from '@tendwell/contract/bookings/bookings'
import { Banner } from '../../../ui/banner.tsx'
import { CancelAction } from '../cancel/cancel-action.tsx'
import { BackupCaregivers } from './backup-caregivers.tsx'
import { hasLostVisit } from './booking-state.ts'

/**
 * What a family should know of a booking: that the caregiver is under review, or who else is free at canceled
 * times.
 */
export function BookingNotices({ booking }: { booking: Booking }) {
  return (
    <>
      {booking.free_cancellation && !booking.hold && <FreeCancellation booking={booking} />}
      {hasLostVisit(booking) && (
        <BackupCaregivers
          requestId={booking.request_id}
          timezone={booking.timezone}
          windowCount={booking.windows.length}
        />
      )}
    </>
  )
}

/** Says that the caregiver is under review, and lets the family cancel what is ahead for a full refund. */
function FreeCancellation({ booking }: { booking: Booking }) {
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
