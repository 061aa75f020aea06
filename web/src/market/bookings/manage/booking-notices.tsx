import type { Booking } from '@tendwell/contract/bookings/bookings'
import { now } from '../../../lib/format/clock.ts'
import { toEpochMs } from '../../../lib/format/instants.ts'
import { FreeCancellation } from '../cancel/free-cancellation.tsx'
import { BackupCaregivers } from './backup-caregivers.tsx'
import type { Windows } from './booking-state.ts'

/**
 * What a family should know of a booking: that the caregiver is under review, or who else is free at canceled
 * times.
 */
export function BookingNotices({ booking }: { booking: Booking }) {
  const lost = booking.windows.filter(isToReplace)
  return (
    <>
      {booking.free_cancellation && <FreeCancellation booking={booking} />}
      {lost.length > 0 && <BackupCaregivers booking={booking} lost={lost} />}
    </>
  )
}

/** Whether it is ahead, and canceled by or for the other side. */
function isToReplace({ canceled_by: by, canceled_for: side, start_utc }: Windows[number]): boolean {
  const isLost = by === 'caregiver' || (by === 'admin' && side !== 'caretaker')
  return isLost && toEpochMs(start_utc) > now()
}
