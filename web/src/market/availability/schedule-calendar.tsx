import type { ReactNode } from 'react'
import { CalendarSkeleton } from '../../ui/calendar-skeleton.tsx'
import { MonthCalendar } from '../../ui/month-calendar.tsx'
import { Panel } from '../../ui/panel.tsx'
import { getDayLook, type Schedule } from './hours.ts'

interface ScheduleCalendarProps {
  /** Undefined until the month has loaded. */
  schedule: Schedule | undefined
  isFirstLoad: boolean
  error: { title: string; error: unknown; onRetry: () => void } | null
  today: string
  month: string
  onMonth: (month: string) => void
  date: string | null
  onDate: (date: string) => void
  lead: ReactNode
  /** Shown below the grid. */
  children?: ReactNode
}

/** A calendar of the month that shows whether each day is open, partly booked, full or closed. */
export function ScheduleCalendar(props: ScheduleCalendarProps) {
  const { schedule, isFirstLoad, error, today, month, onMonth, date, onDate, lead, children } = props
  return (
    <Panel title="Calendar" lead={lead} isLoading={isFirstLoad} skeleton={<CalendarSkeleton />} error={error}>
      <MonthCalendar
        label="Your availability"
        value={date}
        onChange={onDate}
        month={month}
        onMonthChange={onMonth}
        today={today}
        look={(day) => schedule && getDayLook(day, schedule)}
        legend={[{ kind: 'free', word: 'Open' }, 'booked', 'full', 'closed']}
      />
      {children}
    </Panel>
  )
}
