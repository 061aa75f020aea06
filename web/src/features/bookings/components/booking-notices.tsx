import type { Booking } from '@tendwell/contract/bookings'
import { BackupCaregivers } from './backup-caregivers.tsx'
import { FreeCancellation } from './free-cancellation.tsx'

/** What a family should know of a booking: that the caregiver is under review, or who else is free at canceled times. */
export function BookingNotices({ booking }: { booking: Booking }) {
  const isOursToReplace = booking.windows.some(
    ({ state, canceled_by: by }) => state === 'canceled' && by !== 'caretaker',
  )
  return (
    <>
      {booking.free_cancellation && <FreeCancellation booking={booking} />}
      {isOursToReplace && <BackupCaregivers requestId={booking.request_id} />}
    </>
  )
}
