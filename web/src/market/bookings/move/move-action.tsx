import type { Booking } from '@tendwell/contract/bookings/bookings'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { useState } from 'react'
import { lazyDialog } from '../../../lib/browser/lazy-parts.tsx'
import { Button } from '../../../ui/button.tsx'

const MoveDialog = lazyDialog(async () => (await import('./move-dialog.tsx')).MoveDialog)

/** The button that opens the dialog to propose another time for what is ahead of a booking. */
export function MoveAction({ booking, viewer }: { booking: Booking; viewer: Side }) {
  const [isOpen, setOpen] = useState(false)
  const isAhead = booking.windows.some(({ state }) => state === 'upcoming')
  if (!isAhead || booking.move || booking.hold || !booking.is_caregiver_listed) return null
  return (
    <>
      <Button variant="secondary" size="small" onPress={() => setOpen(true)}>
        Propose another time
      </Button>
      {isOpen && <MoveDialog booking={booking} viewer={viewer} onClose={() => setOpen(false)} />}
    </>
  )
}
