import type { OwnHours } from '@tendwell/contract/availability/availability'
import { REQUEST_AHEAD_MAXIMUM_DAYS } from '@tendwell/contract/reference'
import { addDays, toLocalDate } from '@tendwell/contract/time'
import { now } from '../../../lib/format/clock.ts'
import { formatMonth, plural } from '../../../lib/format/format.ts'
import { livePolling, useFreeMonthQuery } from '../../../shared/visits/free-hours-api.ts'
import { nextMonth } from '../../../shared/visits/next-month.ts'
import { toFreeLook } from '../../../shared/visits/own-hours.ts'
import { Button } from '../../../ui/button.tsx'
import type { DayLook } from '../../../ui/calendar-day.tsx'
import { CalendarSkeleton } from '../../../ui/calendar-skeleton.tsx'
import { MonthCalendar } from '../../../ui/month-calendar.tsx'
import { QueryPanel } from '../../../ui/query-panel.tsx'
import { type CaregiverLimits, describeLimits } from './caregiver-limits.ts'

interface BookingCalendarProps {
  caregiverId: number
  zone: string
  limits: CaregiverLimits
  month: string
  onMonth: (month: string) => void
  date: string | null
  onDate: (date: string) => void
  /** What begins on the chosen day, as its list has it; undefined until that is known. */
  ownOnDate: OwnHours | undefined
  /** The minutes of selected visits by date. */
  chosenMinutes: ReadonlyMap<string, number>
}

/**
 * The caregiver's months, with the free hours of each day and whether a night begins on it.
 * @see docs/decisions/0005-booking-counts-and-closing.md
 */
export function BookingCalendar(props: BookingCalendarProps) {
  const { caregiverId, zone, limits, month, onMonth, date, onDate, ownOnDate, chosenMinutes } = props
  const today = toLocalDate(now(), zone)
  const lastDay = addDays(today, REQUEST_AHEAD_MAXIMUM_DAYS)
  const isPastMonth = month < today.slice(0, 7)
  const query = useFreeMonthQuery(
    { caregiverId, month, timezone: zone },
    { skip: isPastMonth, refetchOnMountOrArgChange: 30, ...livePolling },
  )
  const { currentData } = query
  const days = isPastMonth ? {} : currentData?.days
  const full = new Set(currentData?.full)
  const own = isPastMonth ? {} : currentData?.own
  const isBookable = (day: string) => day >= today && day <= lastDay && own?.[day] !== undefined
  // Of a day that has only the end of the night before no hours can become free, because some are.
  const isFullAhead = (day: string) => full.has(day) && !days?.[day] && day > today && day <= lastDay
  const look = (day: string): DayLook | undefined => {
    if (!own) return undefined
    const hours = (day === date ? ownOnDate : undefined) ?? own[day]
    if (full.has(day) || (isBookable(day) && !hours?.minutes && !hours?.has_night)) return { kind: 'full' }
    return isBookable(day) && hours ? toFreeLook(hours, chosenMinutes.get(day)) : { kind: 'closed' }
  }
  const hasNights = Object.values(own ?? {}).some(({ has_night: hasNight }) => hasNight)
  const limitsText = describeLimits(limits, month, zone)
  const hasNone = own !== undefined && !Object.keys(own).some(isBookable)
  return (
    <QueryPanel
      title="Choose a day"
      // While another month loads, its days are shown without numbers.
      query={{ ...query, currentData: days ?? (query.error ? undefined : query.data) }}
      failure="Failed to load availability"
      skeleton={<CalendarSkeleton />}
    >
      {() => (
        <>
          <MonthCalendar
            label="Days with available times"
            value={date}
            onChange={onDate}
            month={month}
            onMonthChange={onMonth}
            today={today}
            look={look}
            // A full day can be chosen, to wait for its hours.
            isUnavailable={(day) => days !== undefined && !isBookable(day) && !isFullAhead(day)}
            legend={[
              { kind: 'free', word: 'Free hours' },
              ...(hasNights ? [{ kind: 'night', word: 'Free night' } as const] : []),
              ...(['full', 'closed'] as const),
            ]}
          />
          {limitsText && <p className="mt-4 text-13 text-ink-soft">{limitsText}</p>}
          {hasNone && <NothingFree month={month} onMonth={onMonth} isPast={isPastMonth} />}
          <p role="status" className="sr-only">
            {own && `${formatMonth(month)}: ${plural(Object.keys(own).length, 'day')} with available times`}
          </p>
        </>
      )}
    </QueryPanel>
  )
}

interface NothingFreeProps {
  month: string
  onMonth: (month: string) => void
  isPast: boolean
}

function NothingFree({ month, onMonth, isPast }: NothingFreeProps) {
  const name = formatMonth(month)
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-3 rounded-control bg-sand px-4 py-3">
      <p>{isPast ? `${name} is in the past.` : `No times available in ${name}.`}</p>
      <Button variant="secondary" size="small" onPress={() => onMonth(nextMonth(month))}>
        Next month
      </Button>
    </div>
  )
}
