import type { Booking } from '@tendwell/contract/bookings/bookings'
import { POLICY_TEXTS } from '@tendwell/contract/cancellation/refund'
import { centsFromUsd, usdFromCents } from '@tendwell/contract/money'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { formatInstant, formatMoney } from '../../../lib/format/format.ts'
import { Panel } from '../../../ui/panel.tsx'
import { CancelAction } from '../cancel/cancel-action.tsx'
import { getRefundNow } from './booking-state.ts'

/** The policy of a booking, what canceling it would give back now, and the way to do it. */
export function BookingPolicy({ booking, viewer }: { booking: Booking; viewer: Side }) {
  const ahead = booking.windows.filter(({ state }) => state === 'upcoming')
  if (ahead.length === 0) return null
  const { name, text } = POLICY_TEXTS[booking.cancellation_policy]
  return (
    <Panel
      title="Cancellation"
      lead={`${name} policy`}
      actions={
        <CancelAction
          booking={booking}
          viewer={viewer}
          label={labelCancel(ahead.length, booking.windows.length)}
        />
      }
    >
      <p className="text-ink-soft">{text}</p>
      <p className="mt-3 font-medium">
        {booking.hold
          ? 'Nothing can be canceled while the money is on hold.'
          : viewer === 'caretaker'
            ? describeRefundNow(booking, ahead)
            : booking.windows.some(({ state }) => state === 'canceled')
              ? 'If you cancel, the family gets back everything for the visits ahead.'
              : 'If you cancel, the family gets everything back.'}
      </p>
    </Panel>
  )
}

function labelCancel(ahead: number, all: number): string {
  if (ahead > 1) return 'Cancel visits'
  return all > 1 ? 'Cancel visit' : 'Cancel booking'
}

function describeRefundNow(booking: Booking, ahead: Booking['windows']): string {
  if (booking.free_cancellation) return 'If you cancel now, you get everything back.'
  const refunds = ahead.map((window) => getRefundNow(booking, window))
  const refundCents = refunds.reduce((sum, { refundCents }) => sum + refundCents, 0)
  const totalCents = ahead.reduce((sum, { price_usd }) => sum + centsFromUsd(price_usd), 0)
  if (refundCents === 0) return 'If you cancel now, nothing comes back.'
  const [refund, total] = [refundCents, totalCents].map((cents) => formatMoney(usdFromCents(cents)))
  if (refundCents === totalCents) {
    const until = new Date(Math.min(...refunds.map(({ untilMs }) => untilMs ?? Infinity))).toISOString()
    return `Cancel by ${formatInstant(until)} to get all ${total} back.`
  }
  return `If you cancel now, you get ${refund} of ${total} back.`
}
