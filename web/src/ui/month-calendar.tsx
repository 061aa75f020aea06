import { type CalendarDate, parseDate } from '@internationalized/date'
import { toLocalDate } from '@tendwell/contract/time'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import {
  Calendar,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
} from 'react-aria-components/Calendar'
import { now } from '../lib/format/clock.ts'
import { getBrowserZone } from '../lib/format/format.ts'
import { CalendarDay, type DayLook } from './calendar-day.tsx'
import { DayLegend, type LegendEntry } from './day-mark.tsx'
import { IconButton } from './icon-button.tsx'
import { MonthYearSelect } from './month-year-select.tsx'

interface MonthCalendarProps {
  /** The calendar's name: 'Your availability'. */
  label: string
  /** The chosen day, `YYYY-MM-DD`. */
  value: string | null
  onChange: (day: string) => void
  /** The shown month, `YYYY-MM`. It is the screen's state, because the screen loads that month. */
  month: string
  onMonthChange: (month: string) => void
  /** Today in the zone of the shown days, `YYYY-MM-DD`. By default, the viewer's today. */
  today?: string
  /** Earlier days are past and can't be chosen. By default today; null if every day can be chosen. */
  minDay?: string | null
  /** A day's shape and word; undefined for a plain day. */
  look?: (day: string) => DayLook | undefined
  /** Whether a day can be focused but not chosen, besides past days. */
  isUnavailable?: (day: string) => boolean
  /** The shapes to explain below the grid. */
  legend?: readonly LegendEntry[]
  /** Whether the grid stays within its box on a phone. In a dialog seven days have room there. */
  isInset?: boolean
  /** More content below the grid. */
  children?: ReactNode
}

/** A month of days to choose from. Arrow keys move by day and week, Page Up and Page Down by month. */
export function MonthCalendar(props: MonthCalendarProps) {
  const { label, value, onChange, month, onMonthChange, look, isUnavailable, legend, children } = props
  const { today = toLocalDate(now(), getBrowserZone()), minDay = today, isInset = false } = props
  const [focused, setFocused] = useState<CalendarDate>(() => findInitialFocus(month, value, today))
  const earliest = minDay === null ? null : parseDate(minDay)
  const isPast = (date: CalendarDate) => earliest !== null && date.compare(earliest) < 0
  const inMonth = toMonth(focused) === month ? focused : findInitialFocus(month, value, today)

  const focus = (date: CalendarDate) => {
    setFocused(date)
    if (toMonth(date) !== month) onMonthChange(toMonth(date))
  }
  return (
    <Calendar
      aria-label={label}
      value={value ? parseDate(value) : null}
      onChange={(date) => onChange(date.toString())}
      focusedValue={inMonth}
      onFocusChange={focus}
      isDateUnavailable={(date) => isPast(date as CalendarDate) || Boolean(isUnavailable?.(date.toString()))}
      className="@container w-full"
    >
      <div className="mb-3 flex items-center">
        <MonthYearSelect month={month} onMonthChange={onMonthChange} />
        <IconButton
          slot="previous"
          label="Previous month"
          icon={<ChevronLeft className="size-5" />}
          className="ml-auto"
        />
        <IconButton slot="next" label="Next month" icon={<ChevronRight className="size-5" />} />
      </div>
      {/* On a phone the grid extends over the card's padding, so that seven targets of 44 px fit into 360 px. */}
      <CalendarGrid
        weekdayStyle="short"
        className={`table-fixed border-collapse ${isInset ? 'w-full' : '-mx-4 w-[calc(100%+2rem)] sm:mx-0 sm:w-full'}`}
      >
        <CalendarGridHeader>
          {(day) => (
            <CalendarHeaderCell className="pb-2 text-13 font-medium text-ink-soft">{day}</CalendarHeaderCell>
          )}
        </CalendarGridHeader>
        <CalendarGridBody>
          {(date) => (
            <CalendarDay
              date={date}
              look={look?.(date.toString())}
              isPast={isPast(date)}
              isToday={date.toString() === today}
            />
          )}
        </CalendarGridBody>
      </CalendarGrid>
      {legend && <DayLegend entries={legend} />}
      {children}
    </Calendar>
  )
}

function toMonth(date: CalendarDate): string {
  return date.toString().slice(0, 7)
}

/** The day of a month that is focused first: the chosen day, else today, else the first. */
function findInitialFocus(month: string, value: string | null, today: string): CalendarDate {
  if (value?.startsWith(month)) return parseDate(value)
  return parseDate(today.startsWith(month) ? today : `${month}-01`)
}
