import type { Side } from '@tendwell/contract/accounts'
import type { Booking } from '@tendwell/contract/bookings'
import { CANCEL_REASONS, type CancelReason } from '@tendwell/contract/canceling'
import { useState } from 'react'
import { getErrorBody, getErrorMessage } from '../../../lib/errors.ts'
import { formatMoney, plural } from '../../../lib/format.ts'
import { useAction } from '../../../lib/use-action.ts'
import { Banner } from '../../../ui/banner.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useCancelBookingsMutation, useCancellationQuery } from '../api.ts'
import { CancelOutcome } from './cancel-outcome.tsx'
import { ChooseVisits } from './choose-visits.tsx'

interface CancelDialogProps {
  booking: Booking
  viewer: Side
  onClose: () => void
}

/** Cancels some or all visits ahead, after showing what comes back and what the caregiver keeps. */
export default function CancelDialog({ booking, viewer, onClose }: CancelDialogProps) {
  const ahead = booking.windows.filter(({ state }) => state === 'upcoming')
  const [chosen, setChosen] = useState(() => ahead.map(({ booking_id }) => booking_id))
  const [reason, setReason] = useState<CancelReason | null>(null)
  const [isReasonMissing, setReasonMissing] = useState(false)
  const [hasChanged, setChanged] = useState(false)
  const preview = useCancellationQuery(
    { requestId: booking.request_id, bookingIds: chosen },
    { skip: chosen.length === 0, refetchOnMountOrArgChange: true },
  )
  const { currentData } = preview
  const [cancel] = useCancelBookingsMutation()
  const { run, isPending } = useAction({
    send: (input: { reason: CancelReason; refundUsd: number }, key) =>
      cancel({
        requestId: booking.request_id,
        body: { booking_ids: chosen, reason: input.reason, refund_usd: input.refundUsd },
        key,
      }).unwrap(),
    success: () => describeSuccess(viewer, currentData?.refund_usd ?? 0),
    failure: 'Failed to cancel the booking',
    onSuccess: onClose,
    onFailure: async (error) => {
      if (getErrorBody(error)?.refund_usd === undefined) return onClose()
      setChanged(true)
      await preview.refetch()
    },
  })

  function confirm() {
    if (!reason) return setReasonMissing(true)
    if (currentData) void run({ reason, refundUsd: currentData.refund_usd })
  }

  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={ahead.length > 1 ? 'Cancel visits?' : 'Cancel this visit?'}
      consequence={`It takes effect at once and can’t be undone. ${viewer === 'caretaker' ? booking.caregiver_name : booking.caretaker_name} is notified.`}
      confirmLabel={chosen.length > 1 ? `Cancel ${plural(chosen.length, 'visit')}` : 'Cancel visit'}
      pendingLabel="Canceling…"
      cancelLabel="Keep booking"
      onConfirm={confirm}
      isPending={isPending}
      isConfirmDisabled={!currentData}
    >
      {hasChanged && (
        <Banner tone="warning" title="The refund has changed">
          A time limit of the cancellation policy has passed. Check the new amount before you confirm.
        </Banner>
      )}
      {ahead.length > 1 && (
        <ChooseVisits
          label="Visits to cancel"
          windows={ahead}
          zone={booking.timezone}
          chosen={chosen}
          onChange={setChosen}
        />
      )}
      {chosen.length === 0 ? (
        <p className="text-ink-soft">Choose at least one visit.</p>
      ) : currentData ? (
        <CancelOutcome booking={booking} preview={currentData} viewer={viewer} />
      ) : preview.error ? (
        <p role="alert" className="text-clay">
          {getErrorMessage(preview.error, 'Failed to work out the refund. Please try again.')}
        </p>
      ) : (
        <Skeleton className="h-24 w-full" />
      )}
      <Select<CancelReason>
        label="Reason"
        isRequired
        value={reason}
        onChange={(value) => {
          setReason(value)
          setReasonMissing(false)
        }}
        options={CANCEL_REASONS[viewer].map(({ value, label }) => ({ id: value, label }))}
        error={isReasonMissing ? 'Choose a reason' : undefined}
      />
    </ConfirmDialog>
  )
}

function describeSuccess(viewer: Side, refundUsd: number): string {
  if (viewer === 'caregiver') return 'Canceled. The family gets a full refund'
  return refundUsd > 0 ? `Canceled. ${formatMoney(refundUsd)} is on its way to your card` : 'Canceled'
}
