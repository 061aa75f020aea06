import { type Interval, toLocalDate } from '@tendwell/contract/time'
import { mergeAdjacent } from '@tendwell/contract/windows'
import { CalendarDays } from 'lucide-react'
import { formatDay, formatInterval, formatZone, getBrowserZone } from '../../../lib/format.ts'
import { toInterval } from '../../../lib/instants.ts'

interface WindowListProps {
  windows: readonly { start_utc: string; end_utc: string }[]
  /** The request's zone. Times in it are shown too if they differ from the viewer's. */
  zone: string
  /** How many are shown before the rest is folded. */
  maxShown?: number
}

/** Windows in the viewer's zone, with adjacent ones merged. @see docs/rules/bookings.md#on-screen */
export function WindowList({ windows, zone, maxShown = 3 }: WindowListProps) {
  const merged = mergeAdjacent(windows.map(toInterval))
  const rest = merged.slice(maxShown)
  return (
    <div className="flex flex-col gap-1.5">
      <Windows windows={merged.slice(0, maxShown)} zone={zone} />
      {rest.length > 0 && (
        <details className="group">
          <summary className="inline-flex min-h-11 cursor-pointer items-center font-medium text-forest">
            <span className="group-open:hidden">{`and ${rest.length} more`}</span>
            <span className="hidden group-open:inline">Show fewer</span>
          </summary>
          <Windows windows={rest} zone={zone} />
        </details>
      )}
    </div>
  )
}

function Windows({ windows, zone }: { windows: readonly Interval[]; zone: string }) {
  const own = getBrowserZone()
  return (
    <ul className="flex flex-col gap-1.5">
      {windows.map((window) => {
        const there = formatTimesIn(window, zone, own)
        return (
          <li key={window.startMs} className="tabular flex items-start gap-2">
            <CalendarDays className="mt-0.5 size-4 shrink-0 text-ink-soft" aria-hidden="true" />
            <span>
              <span className="font-medium">{formatDay(toLocalDate(window.startMs, own), 'weekday')}</span>{' '}
              <span className="text-ink-soft">{formatInterval(window, own)}</span>
              {there && <span className="block text-13 text-ink-soft">{there}</span>}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

/** The window in a zone's time, with the zone's name; null if it reads as in the viewer's zone. */
function formatTimesIn(window: Interval, zone: string, own: string): string | null {
  const [date, ownDate] = [toLocalDate(window.startMs, zone), toLocalDate(window.startMs, own)]
  const span = formatInterval(window, zone)
  if (date === ownDate && span === formatInterval(window, own)) return null
  const day = date === ownDate ? '' : `${formatDay(date, 'weekday')} `
  return `${day}${span} (${formatZone(zone)})`
}
