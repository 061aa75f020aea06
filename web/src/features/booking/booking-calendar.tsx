import { REQUEST_AHEAD_MAXIMUM_DAYS } from '@tendwell/contract/reference'
import { addDays, toLocalDate } from '@tendwell/contract/time'
import { now } from '../../lib/clock.ts'
import { messageOf } from '../../lib/errors.ts'
import { formatMonthName, plural } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import type { DayLook } from '../../ui/calendar-day.tsx'
import { CalendarSkeleton } from '../../ui/calendar-skeleton.tsx'
import { MonthCalendar } from '../../ui/month-calendar.tsx'
import { Panel } from '../../ui/panel.tsx'
import { keptFresh, useFreeMonthQuery } from './api.ts'
import { monthAfter } from './month-after.ts'

interface BookingCalendarProps {
  caregiverId: number
  zone: string
  month: string
  onMonth: (month: string) => void
  date: string | null
  onDate: (date: string) => void
  /** How many windows the chosen day has, once they are listed: what is listed and what is counted are one number. */
  freeOnDate: number | undefined
  /** How many windows are chosen, of the days with any. */
  chosenCounts: ReadonlyMap<string, number>
}

/**
 * The caregiver's months: how many windows are free each day. The month counts windows as the day lists them, so its
 * number is shown as it is (docs/decisions, the booking calendar's counts).
 */
export function BookingCalendar(props: BookingCalendarProps) {
  const { caregiverId, zone, month, onMonth, date, onDate, freeOnDate, chosenCounts } = props
  const today = toLocalDate(now(), zone)
  const lastDay = addDays(today, REQUEST_AHEAD_MAXIMUM_DAYS)
  const isPastMonth = month < today.slice(0, 7)
  const { currentData, data, error, refetch } = useFreeMonthQuery(
    { caregiverId, month, timezone: zone },
    { skip: isPastMonth, refetchOnMountOrArgChange: 30, ...keptFresh },
  )
  const days = isPastMonth ? {} : currentData?.days
  const full = new Set(currentData?.full)
  const countOn = (day: string) => (day === date ? freeOnDate : undefined) ?? days?.[day] ?? 0
  const isBookable = (day: string) => day >= today && day <= lastDay && (days?.[day] ?? 0) > 0
  const look = (day: string): DayLook | undefined => {
    if (!days) return undefined
    if (full.has(day) || (isBookable(day) && countOn(day) === 0)) return { kind: 'full' }
    if (!isBookable(day)) return { kind: 'closed' }
    const count = countOn(day)
    const chosen = chosenCounts.get(day)
    return { kind: 'free', word: chosen ? `${chosen} chosen` : `${count} free`, brief: String(count) }
  }
  const hasNone = days !== undefined && !Object.keys(days).some(isBookable)
  return (
    <Panel
      title="Choose a day"
      isLoading={!days && !data && !error}
      skeleton={<CalendarSkeleton />}
      error={
        error &&
        !days && {
          title: 'Failed to load availability',
          detail: messageOf(error, '') || undefined,
          onRetry: refetch,
        }
      }
    >
      <MonthCalendar
        label="Days with free windows"
        value={date}
        onChange={onDate}
        month={month}
        onMonthChange={onMonth}
        today={today}
        look={look}
        isUnavailable={(day) => days !== undefined && !isBookable(day)}
        legend={['free', 'full', 'closed', 'past']}
      />
      {hasNone && <NothingFree month={month} onMonth={onMonth} isPast={isPastMonth} />}
      <p role="status" className="sr-only">
        {days &&
          `${formatMonthName(Number(month.slice(5)))}: ${plural(countOf(days), 'day')} with free hours`}
      </p>
    </Panel>
  )
}

interface NothingFreeProps {
  month: string
  onMonth: (month: string) => void
  isPast: boolean
}

function NothingFree({ month, onMonth, isPast }: NothingFreeProps) {
  const name = formatMonthName(Number(month.slice(5)))
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-3 rounded-control bg-sand px-4 py-3">
      <p>{isPast ? `${name} has passed.` : `There are no free hours in ${name}.`}</p>
      <Button variant="secondary" size="small" onPress={() => onMonth(monthAfter(month))}>
        Next month
      </Button>
    </div>
  )
}

function countOf(days: Readonly<Record<string, number>>): number {
  return Object.values(days).filter((count) => count > 0).length
}
