import type { PublicCaregiver } from '@tendwell/contract/profiles/profiles'
import { type Interval, toLocalDate, type Zone } from '@tendwell/contract/time'
import { CalendarClock } from 'lucide-react'
import { Link } from 'react-router'
import { useHydrated } from '../../../lib/browser/use-hydrated.ts'
import { now } from '../../../lib/format/clock.ts'
import {
  formatClockTime,
  formatDay,
  formatInterval,
  formatTheirTime,
  getBrowserZone,
} from '../../../lib/format/format.ts'
import { toInterval } from '../../../lib/format/instants.ts'
import { useSession } from '../../../lib/session/session.ts'
import { hoursPath } from '../../../shared/visits/hours-path.ts'

interface FreeHoursProps {
  caregiver: PublicCaregiver
  /** The hours are those of the day that was searched for. */
  isSearchedDay: boolean
}

/** The next free hours in the viewer's zone, which lead to the booking screen with that hour chosen. */
export function FreeHours(props: FreeHoursProps) {
  const isViewers = useHydrated()
  return (
    <div className="mt-auto flex min-h-20.5 w-full flex-col justify-end gap-1.5 pt-3 sm:min-h-20 sm:items-center">
      {isViewers && <ViewersHours {...props} />}
    </div>
  )
}

function ViewersHours({ caregiver, isSearchedDay }: FreeHoursProps) {
  const { user, isLoggedIn } = useSession()
  const zone = getBrowserZone()
  const intervals = caregiver.free_slots.map(toInterval)
  const first = intervals[0]
  if (!first) return <Note>No availability yet</Note>
  const date = toLocalDate(first.startMs, zone)
  const day = formatDay(date, 'weekday')
  const theirs = formatTheirTime(first.startMs, caregiver.timezone)
  // A slot has its usual length, so its start says enough.
  const describeHours = (interval: Interval) =>
    isNight(interval, caregiver.timezone)
      ? formatInterval(interval, zone)
      : formatClockTime(interval.startMs, zone)
  const canBook = !isLoggedIn || user?.role === 'caretaker'
  return (
    <>
      <Note>{describeDay(day, date === toLocalDate(now(), zone), isSearchedDay)}</Note>
      {/* The narrowest phones, and three cards in a row, have no room for the third. */}
      <ul className="flex gap-1 sm:gap-1.5 max-[24rem]:*:nth-3:hidden xl:*:nth-3:hidden">
        {intervals
          .filter(({ startMs }) => toLocalDate(startMs, zone) === date)
          .map((interval) => (
            <li key={interval.startMs} className="tabular text-13">
              {canBook ? (
                <Link
                  to={hoursPath(caregiver.id, interval)}
                  aria-label={`Book ${day}, ${formatInterval(interval, zone)}`}
                  className="relative z-1 inline-flex min-h-11 items-center rounded-control border border-edge px-1 font-medium whitespace-nowrap transition-colors hover:border-forest hover:bg-sage hover:text-on-sage sm:min-h-9 sm:rounded-full sm:px-3"
                >
                  {describeHours(interval)}
                </Link>
              ) : (
                <span className="inline-flex min-h-9 items-center px-1.5">{describeHours(interval)}</span>
              )}
            </li>
          ))}
      </ul>
      {theirs && (
        <p className="text-13 text-ink-soft">
          {formatClockTime(first.startMs, zone)} your time ({theirs})
        </p>
      )}
    </>
  )
}

/** Whether the hours go on over a midnight of the caregiver's. */
const isNight = ({ startMs, endMs }: Interval, theirZone: Zone) =>
  toLocalDate(endMs - 1, theirZone) !== toLocalDate(startMs, theirZone)

function Note({ children }: { children: string }) {
  return (
    <p className="flex items-center gap-1.5 text-13">
      <CalendarClock className="size-4 shrink-0 text-gold" />
      {children}
    </p>
  )
}

/** `Next available Tue, Dec 1`, `Free Tue, Dec 1`. */
function describeDay(day: string, isToday: boolean, isSearchedDay: boolean): string {
  if (isSearchedDay) return `Free ${day}`
  return isToday ? 'Available today' : `Next available ${day}`
}
