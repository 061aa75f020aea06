import type { Booking } from '@tendwell/contract/bookings'
import { centsFromUsd, usdFromCents } from '@tendwell/contract/money'
import { useState } from 'react'
import { useAction } from '../../../lib/use-action.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { useCancelBookingsMutation } from '../api.ts'

/** Says that the caregiver is under review, and lets the family cancel what is ahead for a full refund. */
export function FreeCancellation({ booking }: { booking: Booking }) {
  const [isConfirming, setConfirming] = useState(false)
  const [cancel] = useCancelBookingsMutation()
  const upcoming = booking.windows.filter(({ state }) => state === 'upcoming')
  const refundUsd = usdFromCents(upcoming.reduce((sum, { price_usd }) => sum + centsFromUsd(price_usd), 0))
  const { run, isPending } = useAction({
    send: (requestId: number, key) =>
      cancel({ requestId, body: { reason: 'concern', refund_usd: refundUsd }, key }).unwrap(),
    success: 'Booking canceled. Your refund is on its way',
    failure: 'Failed to cancel the booking',
    onSuccess: () => setConfirming(false),
    onFailure: () => setConfirming(false),
  })
  return (
    <div className="mt-5">
      <Banner
        tone="warning"
        title={`We’re reviewing ${booking.caregiver_name}’s profile`}
        action={
          <Button variant="secondary" size="small" onPress={() => setConfirming(true)}>
            Cancel for a full refund
          </Button>
        }
      >
        Your booking is still on. If you’d rather not wait, you can cancel the times that haven’t started.
      </Banner>
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        title="Cancel this booking?"
        consequence="All times of this booking that haven’t started are canceled, and their full price goes back to your card."
        confirmLabel="Cancel booking"
        pendingLabel="Canceling…"
        cancelLabel="Keep booking"
        onConfirm={() => run(booking.request_id)}
        isPending={isPending}
      />
    </div>
  )
}
