import type { Side } from '@tendwell/contract/accounts'
import type { Booking } from '@tendwell/contract/bookings'
import { getRefund, POLICY_TEXTS } from '@tendwell/contract/cancellation'
import { centsFromUsd, percentOfCents, usdFromCents } from '@tendwell/contract/money'
import { now } from '../../../lib/clock.ts'
import { formatMoney } from '../../../lib/format.ts'
import { toEpochMs } from '../../../lib/instants.ts'
import { Panel } from '../../../ui/panel.tsx'
import { CancelAction } from './cancel-action.tsx'

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
          label={ahead.length > 1 ? 'Cancel visits' : 'Cancel booking'}
        />
      }
    >
      <p className="text-ink-soft">{text}</p>
      <p className="mt-3 font-medium">
        {viewer === 'caretaker'
          ? describeRefundNow(booking, ahead)
          : 'If you cancel, the family gets everything back.'}
      </p>
    </Panel>
  )
}

function describeRefundNow(booking: Booking, ahead: Booking['windows']): string {
  if (booking.free_cancellation) return 'If you cancel now, you get everything back.'
  const refundCents = ahead.reduce((sum, { start_utc, price_usd }) => {
    const { percent } = getRefund(booking.cancellation_policy, toEpochMs(start_utc), now())
    return sum + percentOfCents(centsFromUsd(price_usd), percent)
  }, 0)
  const totalCents = ahead.reduce((sum, { price_usd }) => sum + centsFromUsd(price_usd), 0)
  if (refundCents === totalCents) return 'If you cancel now, you get everything back.'
  if (refundCents === 0) return 'If you cancel now, nothing comes back.'
  const [refund, total] = [refundCents, totalCents].map((cents) => formatMoney(usdFromCents(cents)))
  return `If you cancel now, you get ${refund} of ${total} back.`
}
