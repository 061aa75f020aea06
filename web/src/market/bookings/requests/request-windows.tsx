import type { BookingRequest } from '@tendwell/contract/bookings/bookings'
import { WindowList } from '../../../shared/visits/window-list.tsx'

/** The hours of a request; those that were booked and canceled are struck out. */
export function RequestWindows({ request: { windows, timezone } }: { request: BookingRequest }) {
  const canceled = windows.filter(({ is_canceled: isCanceled }) => isCanceled)
  const live = windows.filter(({ is_canceled: isCanceled }) => !isCanceled)
  return (
    <>
      {live.length > 0 && <WindowList windows={live} zone={timezone} namesSeries />}
      {canceled.length > 0 && (
        <section aria-label="Canceled times">
          {live.length > 0 && <p className="mb-1.5 text-13 font-semibold text-clay">Canceled</p>}
          <div className="text-ink-soft line-through decoration-1">
            <WindowList windows={canceled} zone={timezone} />
          </div>
        </section>
      )}
    </>
  )
}
