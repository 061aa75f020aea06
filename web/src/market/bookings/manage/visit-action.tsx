import type { BookingDetail } from '@tendwell/contract/bookings/bookings'
import { useState } from 'react'
import { lazyDialog } from '../../../lib/browser/lazy-parts.tsx'
import { useOwnCaretakerProfileQuery } from '../../../shared/people/own-profile-api.ts'
import { Button } from '../../../ui/button.tsx'

const VisitDialog = lazyDialog(async () => (await import('./visit-dialog.tsx')).VisitDialog)

/** The button with which a family changes what a booking says about its visits ahead. */
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

/** Whether a visit of a booking is ahead. */
export function canChangeVisit({ windows }: BookingDetail): boolean {
  return windows.some(({ state }) => state === 'upcoming')
}
