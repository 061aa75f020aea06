import type { ReactNode } from 'react'
import { ErrorState } from '../../ui/error-state.tsx'
import { MonthCalendar } from '../../ui/month-calendar.tsx'
import { Panel } from '../../ui/panel.tsx'
import { getDayLook } from './hours.ts'
import { scheduleFailure, type useSchedule } from './use-schedule.ts'

interface ScheduleCalendarProps {
  /** The month's schedule. */
  query: ReturnType<typeof useSchedule>
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
  const { query, today, month, onMonth, date, onDate, lead, children } = props
  const { currentData: schedule, error, isFetching, refetch } = query
  return (
    <Panel title="Calendar" lead={lead}>
      {error ? (
        <ErrorState
          title={scheduleFailure}
          error={error}
          onRetry={refetch}
          isRetrying={isFetching}
          isCompact
        />
      ) : (
        <>
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
        </>
      )}
    </Panel>
  )
}
