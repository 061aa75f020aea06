import type { Booking } from '@tendwell/contract/bookings/bookings'
import { now } from '../../../lib/format/clock.ts'
import { toEpochMs } from '../../../lib/format/instants.ts'
import { searchPath } from '../../../shared/visits/hours-path.ts'
import { WindowList } from '../../../shared/visits/window-list.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { CancelAction } from '../cancel/cancel-action.tsx'
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
      {lost.length > 0 && (
        <BackupCaregivers
          requestId={booking.request_id}
          searchPath={searchPath(lost[0], booking.address)}
          times={
            lost.length < booking.windows.length && <WindowList windows={lost} zone={booking.timezone} />
          }
        />
      )}
    </>
  )
}

/** Whether it is ahead, and canceled by or for the other side. */
function isToReplace({ canceled_by: by, canceled_for: side, start_utc }: Windows[number]): boolean {
  const isLost = by === 'caregiver' || (by === 'admin' && side !== 'caretaker')
  return isLost && toEpochMs(start_utc) > now()
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
