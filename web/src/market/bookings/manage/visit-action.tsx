import type { BookingDetail } from '@tendwell/contract/bookings/bookings'
import { useState } from 'react'
import { lazyDialog } from '../../../lib/browser/lazy-parts.tsx'
import { useOwnCaretakerProfileQuery } from '../../../shared/people/own-profile-api.ts'
import { Button } from '../../../ui/button.tsx'
import { getBookingStatus } from './booking-state.ts'

const VisitDialog = lazyDialog(async () => (await import('./visit-dialog.tsx')).VisitDialog)

/** The button with which a family changes what a booking that hasn't begun says about its visits. */
export function VisitAction({ booking }: { booking: BookingDetail }) {
  const [isOpen, setOpen] = useState(false)
  const canChange = canChangeVisit(booking)
  const { currentData: family } = useOwnCaretakerProfileQuery(undefined, { skip: !canChange })
  if (!canChange || !family) return null
  return (
    <>
      <Button variant="secondary" size="small" onPress={() => setOpen(true)}>
        Change
      </Button>
      {isOpen && <VisitDialog booking={booking} family={family} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Whether none of a booking's visits has begun. */
export function canChangeVisit(booking: BookingDetail): boolean {
  const hasBegun = booking.windows.some(({ state }) => state === 'in_progress' || state === 'completed')
  return getBookingStatus(booking) === 'confirmed' && !hasBegun
}
