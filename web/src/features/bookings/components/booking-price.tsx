import type { Side } from '@tendwell/contract/accounts'
import type { Booking } from '@tendwell/contract/bookings'
import { formatDate, formatHours, formatMoney } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { sumRefunds } from '../booking-state.ts'

/** What the booking cost. A family also gets its receipt, where any other refund is shown. */
export function BookingPrice({ booking, viewer }: { booking: Booking; viewer: Side }) {
  const refundUsd = sumRefunds(booking.windows)
  const subtotalUsd = booking.total_price_usd - booking.service_fee_usd
  return (
    <Panel
      title="Price"
      lead={`Paid ${formatDate(booking.paid_at)}`}
      actions={
        booking.payment_id !== null && (
          <ButtonLink to={paths.receipt(booking.payment_id)} variant="secondary" size="small">
            Receipt
          </ButtonLink>
        )
      }
    >
      <DescriptionList
        items={[
          {
            term: `${formatHours(booking.total_hours)} at ${formatMoney(booking.hourly_rate_snapshot_usd)}`,
            value: formatMoney(subtotalUsd),
          },
          ...(viewer === 'caretaker'
            ? [{ term: 'Service fee', value: formatMoney(booking.service_fee_usd) }]
            : []),
          { term: 'Total', value: formatMoney(booking.total_price_usd), isTotal: true },
          ...(refundUsd > 0
            ? [
                { term: 'Refund for canceled times', value: `−${formatMoney(refundUsd)}` },
                { term: 'After refunds', value: formatMoney(booking.total_price_usd - refundUsd) },
              ]
            : []),
        ]}
      />
    </Panel>
  )
}
