import type { Booking } from '@tendwell/contract/bookings/bookings'
import type { CancelReason } from '@tendwell/contract/cancellation/calls'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { useState } from 'react'
import { formatMoney } from '../../../lib/format/format.ts'
import { CancelForm } from '../../../shared/visits/cancel-form.tsx'
import { CancelOutcome } from '../../../shared/visits/cancel-outcome.tsx'
import { explainToCaregiver, explainToFamily } from '../../../shared/visits/explain-cancellation.ts'
import { useCancelBookingsMutation, useCancellationQuery } from '../bookings-api.ts'
import { getOtherParty } from '../manage/booking-state.ts'

interface CancelDialogProps {
  booking: Booking
  viewer: Side
  onClose: () => void
}

/** Cancels some or all visits ahead, as one of the booking's sides. */
export function CancelDialog({ booking, viewer, onClose }: CancelDialogProps) {
  const { request_id: requestId, caregiver_name: caregiver, caretaker_name: family } = booking
  const ahead = booking.windows.filter(({ state }) => state === 'upcoming')
  // Of several visits none is ticked at first.
  const [chosen, setChosen] = useState(() =>
    ahead.length > 1 ? [] : ahead.map(({ booking_id }) => booking_id),
  )
  const [reason, setReason] = useState<CancelReason | null>(null)
  const preview = useCancellationQuery(
    { requestId, bookingIds: chosen },
    { skip: chosen.length === 0, refetchOnMountOrArgChange: true },
  )
  const [cancel] = useCancelBookingsMutation()
  const isFamily = viewer === 'caretaker'
  const endsMove = booking.move?.booking_ids.some((id) => chosen.includes(id))
  return (
    <CancelForm
      consequence={`It takes effect at once and can’t be undone. We let ${getOtherParty(booking, viewer).name} know.${endsMove ? ' The proposal of another time ends too.' : ''}`}
      windows={ahead}
      zone={booking.timezone}
      chosen={chosen}
      onChoose={setChosen}
      side={viewer}
      reason={reason}
      onReason={setReason}
      preview={preview}
      outcome={(data) => (
        <CancelOutcome
          preview={data}
          refundTo={isFamily ? 'your card' : family}
          caregiver={caregiver}
          lines={isFamily ? explainToFamily(data, booking) : explainToCaregiver(data)}
        />
      )}
      send={(body, key) => cancel({ requestId, body, key }).unwrap()}
      success={({ refund_usd: refundUsd }) => describeSuccess(viewer, refundUsd)}
      onClose={onClose}
    />
  )
}

function describeSuccess(viewer: Side, refundUsd: number): string {
  if (viewer === 'caregiver') return 'Canceled. The family gets a full refund'
  return refundUsd > 0 ? `Canceled. ${formatMoney(refundUsd)} is on its way to your card` : 'Canceled'
}
