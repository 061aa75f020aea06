import type { Booking } from '@tendwell/contract/bookings/bookings'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { formatMoney } from '../../../lib/format/format.ts'
import { PRODUCT_NAME } from '../../../lib/product.ts'
import { WindowList } from '../../../shared/visits/window-list.tsx'
import { sumLeftToBank, sumRefunds, type Windows } from './booking-state.ts'

const PAGE_MAXIMUM = 5

interface BookingWindowsProps {
  booking: Booking
  viewer: Side
  /** On the booking's own page, where all of them can be listed. */
  isPage?: boolean
}

/** The hours of a booking: those under way, those ahead, those that are over, and those that were canceled. */
export function BookingWindows({ booking, viewer, isPage }: BookingWindowsProps) {
  const list = isPage ? { maxShown: PAGE_MAXIMUM, listsAll: true } : {}
  const canceled = booking.windows.filter(({ state }) => state === 'canceled')
  const over = booking.windows.filter(({ state }) => state === 'completed')
  const underWay = booking.windows.filter(({ state }) => state === 'in_progress')
  const ahead = booking.windows.filter(({ state }) => state === 'upcoming')
  const cancelers = [...new Set(canceled.map(getCanceler))]
  // Each group has its heading, otherwise it would read as if it were of the one above.
  const areHeaded = [underWay, ahead, over, canceled].filter(({ length }) => length > 0).length > 1
  return (
    <div className="flex flex-col gap-4">
      {underWay.length > 0 && (
        <section aria-label="Visit in progress">
          {areHeaded && <p className={`${headingClass} text-forest`}>In progress</p>}
          <WindowList windows={underWay} zone={booking.timezone} {...list} />
        </section>
      )}
      {ahead.length > 0 && (
        <section aria-label="Upcoming visits">
          {areHeaded && <p className={headingClass}>Upcoming</p>}
          <WindowList windows={ahead} zone={booking.timezone} {...list} />
        </section>
      )}
      {over.length > 0 && (
        <section aria-label="Visits that are over">
          {areHeaded && <p className={`${headingClass} text-ink-soft`}>Already over</p>}
          <WindowList windows={over} zone={booking.timezone} {...list} />
        </section>
      )}
      {canceled.length > 0 && (
        <section aria-label="Canceled times">
          {areHeaded && <p className={`${headingClass} text-ink-soft`}>Canceled</p>}
          <div className="flex flex-col gap-4">
            {cancelers.map((canceler) => {
              const windows = canceled.filter((window) => getCanceler(window) === canceler)
              return (
                <div key={canceler}>
                  <div className="text-ink-soft line-through decoration-1">
                    <WindowList windows={windows} zone={booking.timezone} {...list} />
                  </div>
                  {/* Above it, it would read as if it were about the visits before. */}
                  <p className="mt-1 text-13 font-semibold text-clay">
                    {describeCancellation(booking, viewer, windows)}
                  </p>
                </div>
              )
            })}
          </div>
        </section>
      )}
    </div>
  )
}

const headingClass = 'mb-1.5 text-13 font-semibold'

const sides = { caretaker: 'the family', caregiver: 'the caregiver' } as const

/** Who canceled, and for whose side; visits with the same are listed together. */
const getCanceler = ({ canceled_by: by, canceled_for: side }: Windows[number]) => `${by} ${side}`

/**
 * Who canceled these visits, and what came back: `You canceled this visit, refund of $63.00`. For Tendwell also
 * for whose side, as far as both sides may know it.
 * @see docs/rules/bookings.md#canceling
 */
function describeCancellation(booking: Booking, viewer: Side, windows: Windows): string {
  const [first] = windows
  const { caregiver_name: caregiver, caretaker_name: family } = booking
  const by = first?.canceled_by
  const name = { caregiver, caretaker: family }[by === 'caregiver' ? by : 'caretaker']
  const isBySide = by === 'caregiver' || by === 'caretaker'
  const who = by === viewer ? 'You' : isBySide ? name : PRODUCT_NAME
  const visits = windows.length === 1 ? 'this visit' : 'these visits'
  const side = !isBySide && first?.canceled_for ? ` for ${sides[first.canceled_for]}` : ''
  const [refundUsd, bankUsd] = [sumRefunds(windows), sumLeftToBank(windows)]
  const refunds = [
    ...(refundUsd > 0 ? [`refund of ${formatMoney(refundUsd)}`] : []),
    ...(bankUsd > 0 ? [`${formatMoney(bankUsd)} by the bank’s decision`] : []),
  ]
  return `${who} canceled ${visits}${side}, ${refunds.join(' and ') || 'no refund'}`
}
