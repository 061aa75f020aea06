import type { AdminRefund, CancelReason } from '@tendwell/contract/cancellation/calls'
import type { BookingRecord } from '@tendwell/contract/console/bookings'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { useState } from 'react'
import { formatMoney, getBrowserZone } from '../../lib/format/format.ts'
import { threeSecondToast } from '../../lib/toast.ts'
import { CancelForm } from '../../shared/visits/cancel-form.tsx'
import { CancelOutcome } from '../../shared/visits/cancel-outcome.tsx'
import { explainToAdmin } from '../../shared/visits/explain-cancellation.ts'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { useAdminCancelBookingsMutation, useAdminCancellationQuery } from './cancel-api.ts'

const NOTE_MAXIMUM = 1_000

/** A caregiver's own cancellation gives everything back, so for them there is no policy to choose. */
const REFUNDS: Record<Side, { id: AdminRefund; label: string }[]> = {
  caretaker: [
    { id: 'policy', label: 'By the policy' },
    { id: 'full', label: 'Everything' },
    { id: 'none', label: 'Nothing' },
  ],
  caregiver: [
    { id: 'full', label: 'Everything' },
    { id: 'none', label: 'Nothing' },
  ],
}

export interface AdminCancelDialogProps {
  booking: Pick<BookingRecord, 'id'> & Record<Side, { name: string }>
  onClose: () => void
}

/**
 * Cancels some or all visits ahead for one of the booking's sides.
 * @see docs/rules/console.md#requests-and-disputes
 */
export function AdminCancelDialog({ booking, onClose }: AdminCancelDialogProps) {
  const { id: requestId } = booking
  const caregiver = booking.caregiver.name
  const family = booking.caretaker.name
  const [side, setSide] = useState<Side>('caretaker')
  const [refund, setRefund] = useState<AdminRefund>('policy')
  const [reason, setReason] = useState<CancelReason | null>(null)
  const [note, setNote] = useState('')
  const { windows, zone, chosen, choose, preview } = useChosenVisits({ requestId, side, refund })
  const [cancel] = useAdminCancelBookingsMutation()
  return (
    <CancelForm
      consequence={`Booking #${requestId}: ${caregiver} for ${family}. It takes effect at once and can’t be undone. Both are notified.`}
      windows={windows}
      zone={zone}
      chosen={chosen}
      onChoose={choose}
      side={side}
      reason={reason}
      onReason={setReason}
      preview={preview}
      outcome={(data) => (
        <CancelOutcome
          preview={data}
          refundTo={family}
          caregiver={caregiver}
          waitingUsd={data.waiting_usd}
          lines={explainToAdmin(data, { side, refund, caregiver, family })}
        />
      )}
      send={(body, key) =>
        cancel({ requestId, body: { ...body, for: side, refund, note: note.trim() }, key }).unwrap()
      }
      success={({ refund_usd: refundUsd, waiting_usd: waitingUsd }) => {
        const sentUsd = refundUsd - waitingUsd
        const sent =
          sentUsd > 0
            ? `Canceled. ${formatMoney(sentUsd)} is on its way to ${family}`
            : `Canceled${waitingUsd > 0 ? '' : ' without a refund'}`
        return waitingUsd > 0 ? `${sent}. ${formatMoney(waitingUsd)} waits for finance or an admin` : sent
      }}
      toasts={threeSecondToast}
      onClose={onClose}
      choices={
        <>
          <RadioGroup<Side>
            label="Cancel for"
            options={[
              { id: 'caretaker', label: 'The family', note: family },
              { id: 'caregiver', label: 'The caregiver', note: caregiver },
            ]}
            value={side}
            onChange={(next) => {
              setSide(next)
              setRefund(next === 'caregiver' ? 'full' : 'policy')
              setReason(null)
            }}
            isRow
          />
          <Select label="Refund" options={REFUNDS[side]} value={refund} onChange={setRefund} />
        </>
      }
    >
      <TextArea
        label="Note"
        isRequired={false}
        hint="Only staff can read it. It’s kept as a note on the booking."
        value={note}
        onChange={setNote}
        rows={2}
        maxLength={NOTE_MAXIMUM}
      />
    </CancelForm>
  )
}

interface Order {
  requestId: number
  side: Side
  refund: AdminRefund
}

/** The visits ahead, those that are chosen, at first all of them, and what canceling these would do. */
function useChosenVisits(order: Order) {
  const [picked, setPicked] = useState<number[] | null>(null)
  const fresh = { refetchOnMountOrArgChange: true }
  const all = useAdminCancellationQuery(order, fresh)
  const some = useAdminCancellationQuery(
    { ...order, bookingIds: picked ?? [] },
    { ...fresh, skip: picked === null || picked.length === 0 },
  )
  const windows = all.data?.windows ?? []
  return {
    windows,
    zone: all.data?.timezone ?? getBrowserZone(),
    // Of several visits none is ticked at first.
    chosen: picked ?? (windows.length > 1 ? [] : windows.map(({ booking_id }) => booking_id)),
    choose: setPicked,
    preview: picked === null ? all : some,
  }
}
