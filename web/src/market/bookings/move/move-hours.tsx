import { countOwnHours, type DayWithNight, findDayWithNight } from '@tendwell/contract/availability/nights'
import { groupByViewerDate } from '@tendwell/contract/availability/viewer-slots'
import { REQUEST_AHEAD_MAXIMUM_DAYS } from '@tendwell/contract/reference'
import { addDays, type Interval, toLocalDate } from '@tendwell/contract/time'
import { type ReactNode, type Ref, useRef, useState } from 'react'
import { scrollAndFocus } from '../../../lib/browser/scroll-and-focus.ts'
import { matchesMedia } from '../../../lib/browser/use-media.ts'
import { now } from '../../../lib/format/clock.ts'
import { formatDay, formatHours, formatInterval } from '../../../lib/format/format.ts'
import { toFreeLook } from '../../../shared/visits/own-hours.ts'
import {
  isChosen,
  minutesByDate,
  type Selection,
  totalMinutes,
  toWindows,
} from '../../../shared/visits/selection.ts'
import { CalendarSkeleton } from '../../../ui/calendar-skeleton.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { MonthCalendar } from '../../../ui/month-calendar.tsx'
import { useMoveSlotsQuery } from '../bookings-api.ts'
import { chooseStart } from './choose-start.ts'

interface MoveHoursProps {
  requestId: number
  bookingIds: readonly number[]
  zone: string
  /** The visits' present hours. */
  visits: readonly Interval[]
  selection: Selection
  select: (selection: Selection) => void
}

/** The new hours: a month, then the free hours of a day. The visits' own hours are among them. */
export function MoveHours({ requestId, bookingIds, zone, visits, selection, select }: MoveHoursProps) {
  const firstDay = toLocalDate(visits[0]?.startMs ?? now(), zone)
  const [month, showMonth] = useState(firstDay.slice(0, 7))
  const [day, chooseDay] = useState<string | null>(null)
  const hours = useRef<HTMLElement>(null)
  const today = toLocalDate(now(), zone)
  const lastDay = addDays(today, REQUEST_AHEAD_MAXIMUM_DAYS)
  const {
    currentData: slots,
    error,
    isFetching,
    refetch,
  } = useMoveSlotsQuery({ requestId, bookingIds, month, timezone: zone }, { refetchOnMountOrArgChange: true })
  const chosen = minutesByDate(selection, zone)
  const lengths = visits.map((visit) => totalMinutes([visit]))
  // Of the visit whose turn it is. A single one that has its whole time may still begin elsewhere.
  const minutes = lengths.length === 1 ? lengths[0] : lengths[toWindows(selection, zone).length]
  const byDate = groupByViewerDate(slots ?? [], zone)
  const listOn = (date: string) => byDate.get(date) ?? []
  const findDay = (date: string) =>
    findDayWithNight(
      { before: listOn(addDays(date, -1)), date: listOn(date), after: listOn(addDays(date, 1)) },
      zone,
    )
  if (error && !slots) {
    return <ErrorState title="Failed to load times" error={error} onRetry={refetch} isRetrying={isFetching} />
  }
  return (
    <div className="grid gap-6 *:min-w-0 sm:grid-cols-[1fr_13rem]">
      {slots ? (
        <MonthCalendar
          label="Days with free times"
          isInset
          value={day}
          onChange={(chosen) => {
            chooseDay(chosen)
            if (matchesMedia('smallPhone')) scrollAndFocus(hours.current)
          }}
          month={month}
          onMonthChange={showMonth}
          today={today}
          look={(date) => {
            const found = findDay(date)
            if (found.own.length === 0 || date > lastDay) return { kind: 'closed' }
            return toFreeLook(countOwnHours(found, zone), chosen.get(date))
          }}
          isUnavailable={(date) => findDay(date).own.length === 0}
        />
      ) : (
        <CalendarSkeleton />
      )}
      <DayHours
        ref={hours}
        day={day}
        hint={
          minutes && `Press the time it should begin. We choose the ${formatHours(minutes / 60)} from there.`
        }
        hours={day === null ? { own: [], rest: [], night: [] } : findDay(day)}
        zone={zone}
        selection={selection}
        press={(pressed) => select(chooseStart({ selection, pressed, free: slots ?? [], lengths, zone }))}
      />
    </div>
  )
}

interface DayHoursProps {
  ref: Ref<HTMLElement>
  day: string | null
  /** What a press does. */
  hint: ReactNode
  hours: DayWithNight
  zone: string
  selection: Selection
  press: (pressed: readonly Interval[]) => void
}

function DayHours({ ref, day, hint, hours, zone, selection, press }: DayHoursProps) {
  const { own, rest, night } = hours
  const single = night.length > 0 ? [...own, ...rest] : own
  const choices = [...toWindows(night, zone), ...single.flatMap((slot) => toWindows([slot], zone))]
  return (
    <section ref={ref} tabIndex={-1} aria-label="Free times" className="min-w-0 scroll-mt-4 outline-none">
      <p className={`mb-2 ${day ? 'font-semibold' : 'text-ink-soft'}`}>
        {day ? formatDay(day, 'long') : 'Choose a day to see its free times.'}
      </p>
      {day && hint && <p className="mb-2 text-13 text-ink-soft">{hint}</p>}
      <ul className="grid grid-cols-2 gap-2 sm:grid-cols-1">
        {choices.map((window) => {
          const isOn = window.slots.every((slot) => isChosen(selection, slot))
          return (
            <li key={`${window.startMs} ${window.endMs}`}>
              <button
                type="button"
                aria-pressed={isOn}
                onClick={() => press(window.slots)}
                className={`tabular min-h-11 w-full rounded-control border px-2 py-2 text-13 font-semibold transition-colors ${
                  isOn
                    ? 'border-forest bg-sage text-on-sage'
                    : 'border-edge bg-paper-raised hover:border-forest hover:bg-sand'
                }`}
              >
                {formatInterval(window, zone)}
                {day && window.date > day && ', next day'}
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
