import { REQUEST_AHEAD_MAXIMUM_DAYS } from '@tendwell/contract/reference'
import { addDays, toLocalDate } from '@tendwell/contract/time'
import { now } from '../../../lib/format/clock.ts'
import { formatMonth, plural } from '../../../lib/format/format.ts'
import { livePolling, useFreeMonthQuery } from '../../../shared/visits/free-hours-api.ts'
import { nextMonth } from '../../../shared/visits/next-month.ts'
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
  /** The number of listed windows on the chosen day, which the calendar shows too. */
  freeOnDate: number | undefined
  /** Selected windows by date. */
  chosenCounts: ReadonlyMap<string, number>
}

/**
 * The caregiver's months, with the number of free windows on each day.
 * @see docs/decisions/0005-booking-counts-and-closing.md
 */
export function BookingCalendar(props: BookingCalendarProps) {
  const { caregiverId, zone, limits, month, onMonth, date, onDate, freeOnDate, chosenCounts } = props
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
  const countFree = (day: string) => (day === date ? freeOnDate : undefined) ?? days?.[day] ?? 0
  const isBookable = (day: string) => day >= today && day <= lastDay && (days?.[day] ?? 0) > 0
  const isFullAhead = (day: string) => full.has(day) && day > today && day <= lastDay
  const look = (day: string): DayLook | undefined => {
    if (!days) return undefined
    if (full.has(day) || (isBookable(day) && countFree(day) === 0)) return { kind: 'full' }
    if (!isBookable(day)) return { kind: 'closed' }
    const count = countFree(day)
    const chosen = chosenCounts.get(day)
    return { kind: 'free', word: chosen ? `${chosen} chosen` : `${count} free`, brief: String(count) }
  }
  const limitsText = describeLimits(limits, month, zone)
  const hasNone = days !== undefined && !Object.keys(days).some(isBookable)
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
            legend={['free', 'full', 'closed']}
          />
          {limitsText && <p className="mt-4 text-13 text-ink-soft">{limitsText}</p>}
          {hasNone && <NothingFree month={month} onMonth={onMonth} isPast={isPastMonth} />}
          <p role="status" className="sr-only">
            {days && `${formatMonth(month)}: ${plural(countFreeDays(days), 'day')} with available times`}
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

function countFreeDays(days: Readonly<Record<string, number>>): number {
  return Object.values(days).filter((count) => count > 0).length
}
