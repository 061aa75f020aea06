import { toFirstName } from '@tendwell/contract/people/first-name'
import { SCREEN_PAGE_SIZES } from '@tendwell/contract/reference'
import { ChevronRight } from 'lucide-react'
import { Fragment } from 'react'
import { usePages } from '../../lib/address/use-pages.ts'
import { formatDay, formatMonth, formatWindow } from '../../lib/format/format.ts'
import { StatusPill } from '../../shared/statuses/status-pill.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { QueryPanel } from '../../ui/query-panel.tsx'
import { EmptyCalendar } from '../../ui/scenes/empty-calendar.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { describeBusy } from './day/busy-hours.ts'
import { type BookedHours, type DayHours, getDayHours, isMeeting, type Schedule } from './hours.ts'
import { listDates } from './months.ts'
import { describeClosedNight, nameTimeOff } from './time-off/describe-time-off.ts'
import { scheduleFailure, type useSchedule } from './use-schedule.ts'
import { WordRow } from './word-row.tsx'

interface MonthOverviewProps {
  /** The month's schedule. */
  query: ReturnType<typeof useSchedule>
  today: string
  month: string
  onDate: (date: string) => void
  canEdit: boolean
}

const pageSize = SCREEN_PAGE_SIZES.monthOverview

/** The month's days with hours, as a list. */
export function MonthOverview(props: MonthOverviewProps) {
  const { query, today, month, onDate, canEdit } = props
  // The first day of the month whose hours can still be set.
  const nextDay = today > `${month}-01` ? today : `${month}-01`
  const isOver = month < today.slice(0, 7)
  const monthName = formatMonth(month, { withYear: true })
  return (
    <QueryPanel
      title="Monthly overview"
      lead={monthName}
      query={{ ...query, currentData: query.currentData && daysWithHours(query.currentData, month, today) }}
      failure={scheduleFailure}
      skeleton={<OverviewSkeleton />}
      empty={(days) =>
        days.length === 0 && (
          <EmptyState
            title="No windows this month yet"
            hint={canEdit && 'Set your weekly hours, or choose a day in the calendar.'}
            scene={<EmptyCalendar />}
            action={canEdit && !isOver && <Button onPress={() => onDate(nextDay)}>Set a day’s hours</Button>}
          />
        )
      }
    >
      {(days) => <DayList key={month} days={days} today={today} onDate={onDate} />}
    </QueryPanel>
  )
}

interface DayListProps {
  days: readonly DayHours[]
  today: string
  onDate: (date: string) => void
}

function DayList({ days, today, onDate }: DayListProps) {
  const { shown, pagination } = usePages(days, pageSize, pageOfToday(days, today))
  return (
    <>
      <ul className="divide-y divide-line">
        {shown.map((day) => (
          <DayRow key={day.date} day={day} isPast={day.date < today} onDate={onDate} />
        ))}
      </ul>
      <Pagination label="Monthly overview" {...pagination} />
    </>
  )
}

interface DayRowProps {
  day: DayHours
  isPast: boolean
  onDate: (date: string) => void
}

function DayRow({ day, isPast, onDate }: DayRowProps) {
  // The weekly hours may have changed since a past day, but its bookings are known.
  const windows = isPast && !day.override ? [] : day.windows
  const stray = windows === day.windows ? day.stray : day.bookings
  const visits = [
    ...windows.map(({ start_local: start, end_local: end }) => ({ start, end })),
    ...stray.filter(({ by }) => !isMeeting(by)),
  ].sort(byTime)
  const meetings = day.bookings.filter(({ by }) => isMeeting(by))
  const isBooked = day.bookings.length > meetings.length
  const isClosed = day.timeOff !== null && day.timeOff.closes !== 'part'
  const closedNight = day.timeOff && describeClosedNight(day.timeOff)
  const content = (
    <>
      <span className="font-semibold max-sm:flex-1 sm:w-24 sm:shrink-0">
        {formatDay(day.date, 'weekday')}
      </span>
      <span className="tabular min-w-0 max-sm:order-1 max-sm:basis-full sm:flex-1">
        {splitByMeetings(visits, meetings).map(({ hours, meeting }) => (
          <Fragment key={meeting?.start ?? 'last'}>
            <span className={`block empty:hidden ${isClosed ? 'text-ink-soft' : ''}`}>
              <WordRow words={hours.map(({ start, end }) => formatWindow(start, end))} />
            </span>
            {meeting && (
              <span className="block">
                {formatWindow(meeting.start, meeting.end)}{' '}
                <span className="text-ink-soft">{nameMeeting(meeting)}</span>
              </span>
            )}
          </Fragment>
        ))}
        {closedNight && <span className="block text-13 text-ink-soft">{closedNight}</span>}
        {!isClosed && !day.override && windows.length > 0 && meetings.length === 0 && (
          <span className="block text-13 text-ink-soft">Weekly hours</span>
        )}
        {day.busy.map((busy) => (
          <span key={busy.calendarId} className="block text-13 wrap-anywhere text-ink-soft">
            {describeBusy(busy)}
          </span>
        ))}
      </span>
      <span className="flex flex-col items-end gap-1.5 empty:hidden">
        {day.timeOff && <StatusPill status="time_off" word={nameTimeOff(day.timeOff)} />}
        {!isBooked && meetings.length > 0 && <StatusPill status="confirmed" word="Meeting" />}
        {isBooked && <StatusPill status="confirmed" word="Booked" />}
      </span>
    </>
  )
  if (isPast) {
    return (
      <li className="flex min-h-12 flex-wrap items-center gap-x-4 py-2.5 text-ink-soft">
        {content}
        <span className="text-13">Past</span>
      </li>
    )
  }
  return (
    <li>
      <button
        type="button"
        onClick={() => onDate(day.date)}
        className="-mx-3 flex min-h-12 w-[calc(100%+1.5rem)] flex-wrap items-center gap-x-4 gap-y-1 sm:flex-nowrap rounded-control px-3 py-2.5 text-left transition-colors hover:bg-sand"
      >
        {content}
        <ChevronRight className="size-4 shrink-0 text-ink-soft" />
        <span className="sr-only">Edit</span>
      </button>
    </li>
  )
}

type Hours = Pick<BookedHours, 'start' | 'end'>

function byTime(one: Hours, other: Hours): number {
  return one.start.localeCompare(other.start)
}

/** A day's hours in the order of time: those before each meeting, with it, and those after the last one. */
function splitByMeetings(hours: readonly Hours[], meetings: readonly BookedHours[]) {
  const parts = meetings.map((meeting, index) => {
    const after = meetings[index - 1]?.start ?? ''
    return { hours: hours.filter(({ start }) => start > after && start <= meeting.start), meeting }
  })
  const last = meetings.at(-1)?.start ?? ''
  return [...parts, { hours: hours.filter(({ start }) => start > last), meeting: undefined }]
}

function nameMeeting({ by: { family_name: name } }: BookedHours): string {
  return name === null ? 'Meeting' : `Meeting with ${toFirstName(name)}`
}

export function OverviewSkeleton() {
  return (
    <Loading label="Loading the month…">
      <span className="flex flex-col divide-y divide-line">
        {[1, 2, 3, 4, 5].map((row) => (
          <span key={row} className="flex gap-4 py-3.5">
            <Skeleton className="h-5 w-24" />
            <Skeleton className="h-5 w-48" />
          </span>
        ))}
      </span>
    </Loading>
  )
}

/** The days with hours. Of past days, only those with their own hours or bookings. */
function daysWithHours(schedule: Schedule, month: string, today: string): DayHours[] {
  return listDates(month)
    .map((date) => getDayHours(date, schedule))
    .filter(
      ({ date, override, windows, bookings, stray }) =>
        stray.length > 0 || (windows.length > 0 && (date >= today || override || bookings.length > 0)),
    )
}

function pageOfToday(days: readonly DayHours[], today: string): number {
  const index = days.findIndex(({ date }) => date >= today)
  return index < 0 ? 1 : Math.floor(index / pageSize) + 1
}
