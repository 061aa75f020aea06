import type { DeactivationPreview } from '@tendwell/contract/console/people'
import { formatInstant, formatMoney, plural } from '../../../lib/format/format.ts'
import { BookingLink, PersonLink } from '../lists/record-links.tsx'

export type Refund = 'policy' | 'full'

interface BookingsAheadProps {
  preview: DeactivationPreview
  isFamily: boolean
  /** What the families get back; a caregiver's families always get everything back. */
  refund: Refund
}

type Amounts = Pick<DeactivationPreview, 'price_usd' | 'policy_refund_usd' | 'full_refund_usd'>

const refundKeys = { policy: 'policy_refund_usd', full: 'full_refund_usd' } as const

/**
 * What goes back to the card. Some of the price may have been refunded before, so it can be less than the
 * price.
 */
function describeRefund(amounts: Amounts, refund: Refund): string {
  const usd = amounts[refundKeys[refund]]
  return usd === amounts.price_usd
    ? `${formatMoney(usd)} goes back`
    : `${formatMoney(usd)} of ${formatMoney(amounts.price_usd)} goes back`
}

function describeCancellation(count: number, isFamily: boolean): string {
  const others = isFamily ? ['caregiver', 'caregivers'] : ['family', 'families']
  return count === 1
    ? `It’ll be canceled, and the ${others[0]} notified.`
    : `They’ll be canceled, and the ${others[1]} notified.`
}

/** The paid bookings that removing a person cancels, with what goes back to the families. */
export function BookingsAhead({ preview, isFamily, refund }: BookingsAheadProps) {
  const { bookings, open_requests: open } = preview
  const closed = open > 0 && `${plural(open, 'open request')} will be closed.`
  if (bookings.length === 0) {
    return <p className="text-ink-soft">No paid bookings are ahead. {closed}</p>
  }
  const count = plural(bookings.length, 'paid booking')
  return (
    <section aria-label="Bookings ahead" className="flex flex-col gap-3">
      <p>
        <strong className="font-semibold">{`${count} ahead, ${describeRefund(preview, refund)}.`}</strong>{' '}
        {describeCancellation(bookings.length, isFamily)} {closed}
      </p>
      <ul className="max-h-56 divide-y divide-line overflow-y-auto rounded-control border border-line px-3.5">
        {bookings.map(({ request_id: id, person, visits, start_utc: start, ...amounts }) => (
          <li key={id} className="flex items-center justify-between gap-4 py-2.5">
            <span className="min-w-0">
              <span className="block wrap-anywhere">
                <PersonLink person={person} />
              </span>
              <span className="block text-13 text-ink-soft">
                <BookingLink id={id} /> · {formatInstant(start)}
                {visits > 1 && ` · ${plural(visits, 'visit')}`}
              </span>
            </span>
            <span className="tabular text-right">{describeRefund(amounts, refund)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
