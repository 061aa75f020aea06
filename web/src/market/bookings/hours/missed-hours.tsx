import type { LocalWindow } from '@tendwell/contract/availability/windows'
import { formatDay, formatWindow } from '../../../lib/format/format.ts'
import { Banner } from '../../../ui/banner.tsx'

/** Says that the hours of a link are no longer free. */
export function MissedHours({ hours }: { hours: LocalWindow | null }) {
  return (
    <div role="status" className="not-empty:mb-6">
      {hours && (
        <Banner tone="warning" title="These times are no longer available">
          {`${formatDay(hours.date, 'weekday')}, ${formatWindow(hours.start, hours.end)}, is booked or closed now. Please choose another time.`}
        </Banner>
      )}
    </div>
  )
}
