import type { BookingDetail } from '@tendwell/contract/bookings/bookings'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { now } from '../../../lib/format/clock.ts'
import { formatDate, formatHours, formatMoney } from '../../../lib/format/format.ts'
import { toEpochMs } from '../../../lib/format/instants.ts'
import { refundWords } from '../../../shared/money/refund-words.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { Panel } from '../../../ui/panel.tsx'

/**
 * What the booking cost, and what went back to the family or is on its way. A family also gets its receipt, and a
 * caregiver reads what they receive and from which day.
 */
export function BookingPrice({ booking, viewer }: { booking: BookingDetail; viewer: Side }) {
  const { refunded_usd: refundedUsd, refunding_usd: refundingUsd, refunds, earning } = booking
  const to = viewer === 'caretaker' ? '' : ' to the family'
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
          ...(refundedUsd > 0 ? [{ term: `Refunded${to}`, value: `−${formatMoney(refundedUsd)}` }] : []),
          ...(refundingUsd > 0
            ? [{ term: `Refund${to} on its way`, value: `−${formatMoney(refundingUsd)}` }]
            : []),
          ...(refunds.length > 0
            ? [
                {
                  term: 'After refunds',
                  value: formatMoney(booking.total_price_usd - refundedUsd - refundingUsd),
                },
              ]
            : []),
          ...(earning ? [{ term: 'You receive', value: formatMoney(earning.amount_usd) }] : []),
        ]}
      />
      {earning && earning.amount_usd > 0 && (
        <p className="mt-2 text-13 text-ink-soft empty:hidden">{describeWithdrawal(earning, booking.hold)}</p>
      )}
      {refunds.length > 0 && (
        <ul aria-label="Refunds" className="mt-4 flex flex-col gap-2 text-13 text-ink-soft">
          {refunds.map(({ id, amount_usd: usd, reason, status, created_at: at }) => (
            <li key={id} className="wrap-anywhere">
              {`${formatMoney(usd)}, ${refundWords[status]} · ${formatDate(at)} · ${reason}`}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** When a caregiver can withdraw what they receive, or why not; empty once they can. */
function describeWithdrawal(
  { withdrawable_from: from }: NonNullable<BookingDetail['earning']>,
  hold: BookingDetail['hold'],
): string {
  if (hold === 'dispute') return 'On hold while the dispute is open.'
  if (hold === 'bank') return 'On hold until the family’s bank has decided.'
  return toEpochMs(from) > now() ? `You can withdraw it from ${formatDate(from)} at the earliest.` : ''
}
