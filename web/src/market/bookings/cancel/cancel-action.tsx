import type { Booking } from '@tendwell/contract/bookings/bookings'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { useState } from 'react'
import { lazyDialog } from '../../../lib/browser/lazy-parts.tsx'
import { Button } from '../../../ui/button.tsx'

const CancelDialog = lazyDialog(async () => (await import('./cancel-dialog.tsx')).CancelDialog)

/** The button that opens the dialog to cancel what is ahead of a booking, unless its money is on hold. */
export function CancelAction({ booking, viewer, label }: { booking: Booking; viewer: Side; label?: string }) {
  const [isOpen, setOpen] = useState(false)
  if (booking.hold || !booking.windows.some(({ state }) => state === 'upcoming')) return null
  return (
    <>
      <Button variant="secondary" size="small" onPress={() => setOpen(true)}>
        {label ?? 'Cancel booking'}
      </Button>
      {isOpen && <CancelDialog booking={booking} viewer={viewer} onClose={() => setOpen(false)} />}
    </>
  )
}
