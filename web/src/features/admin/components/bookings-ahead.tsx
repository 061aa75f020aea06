import type { DeactivationPreview } from '@tendwell/contract/admin-people'
import { formatInstant, formatMoney, plural } from '../../../lib/format.ts'
import { BookingLink } from './records/record-links.tsx'

interface BookingsAheadProps {
  preview: DeactivationPreview
  isFamily: boolean
}

function describeCancellation(count: number, isFamily: boolean): string {
  if (isFamily) {
    return count === 1
      ? 'It’ll be canceled, and the caregiver notified.'
      : 'They’ll be canceled, and the caregivers notified.'
  }
  return count === 1
    ? 'It’ll be canceled, and the family notified and refunded in full.'
    : 'They’ll be canceled, and the families notified and refunded in full.'
}

/** The paid bookings that a deactivation cancels. */
export function BookingsAhead({ preview, isFamily }: BookingsAheadProps) {
  const { bookings, price_usd: price, open_requests: open } = preview
  const closed = open > 0 && `${plural(open, 'open request')} will be closed.`
  if (bookings.length === 0) {
    return <p className="text-ink-soft">No paid bookings are ahead. {closed}</p>
  }
  const count = plural(bookings.length, 'paid booking')
  return (
    <section aria-label="Bookings ahead" className="flex flex-col gap-3">
      <p>
        <strong className="font-semibold">{`${count} ahead, ${formatMoney(price)} in total.`}</strong>{' '}
        {describeCancellation(bookings.length, isFamily)} {closed}
      </p>
      <ul className="max-h-56 divide-y divide-line overflow-y-auto rounded-control border border-line px-3.5">
        {bookings.map(({ request_id: id, person, visits, start_utc: start, price_usd: usd }) => (
          <li key={id} className="flex items-center justify-between gap-4 py-2.5">
            <span className="min-w-0">
              <span className="block wrap-anywhere">{person.name}</span>
              <span className="block text-13 text-ink-soft">
                <BookingLink id={id} /> · {formatInstant(start)}
                {visits > 1 && ` · ${plural(visits, 'visit')}`}
              </span>
            </span>
            <span className="tabular">{formatMoney(usd)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
