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
import { now } from '../lib/clock.ts'
import { getBrowserZone } from '../lib/format.ts'
import { CalendarDay, type DayLook } from './calendar-day.tsx'
import { DayLegend, type LegendEntry } from './day-mark.tsx'
import { IconButton } from './icon-button.tsx'
import { MonthYearSelect } from './month-year-select.tsx'

interface MonthCalendarProps {
  /** Names the calendar: 'Your availability'. */
  label: string
  /** The chosen day, `YYYY-MM-DD`. */
  value: string | null
  onChange: (day: string) => void
  /** The month shown, `YYYY-MM`; held by the screen, which loads that month. */
  month: string
  onMonthChange: (month: string) => void
  /** `YYYY-MM-DD` in the zone of the days shown; the viewer's day when left out. */
  today?: string
  /** Earlier days are past and can't be chosen: today when left out; null when every day can be. */
  minDay?: string | null
  /** How a day looks, by shape and word; undefined for a plain one. */
  look?: (day: string) => DayLook | undefined
  /** More days that can be seen and read but not chosen. */
  isUnavailable?: (day: string) => boolean
  /** The shapes explained under the grid. */
  legend?: readonly LegendEntry[]
  /** More under the grid. */
  children?: ReactNode
}

/** A month by day, for pointer and keyboard: arrows by day and week, Page Up and Down by month. */
export function MonthCalendar(props: MonthCalendarProps) {
  const { label, value, onChange, month, onMonthChange, look, isUnavailable, legend, children } = props
  const { today = toLocalDate(now(), getBrowserZone()), minDay = today } = props
  const [focused, setFocused] = useState<CalendarDate>(() => startOf(month, value, today))
  const earliest = minDay === null ? null : parseDate(minDay)
  const isPast = (date: CalendarDate) => earliest !== null && date.compare(earliest) < 0
  const inMonth = monthOf(focused) === month ? focused : startOf(month, value, today)

  const focus = (date: CalendarDate) => {
    setFocused(date)
    if (monthOf(date) !== month) onMonthChange(monthOf(date))
  }
  return (
    <Calendar
      aria-label={label}
      value={value ? parseDate(value) : null}
      onChange={(date) => onChange(date.toString())}
      focusedValue={inMonth}
      onFocusChange={focus}
      isDateUnavailable={(date) => isPast(date as CalendarDate) || Boolean(isUnavailable?.(date.toString()))}
      className="w-full"
    >
      <div className="mb-3 flex items-center">
        <MonthYearSelect month={month} onMonthChange={onMonthChange} />
        <IconButton
          slot="previous"
          label="Previous month"
          icon={<ChevronLeft className="size-5" aria-hidden="true" />}
          className="ml-auto"
        />
        <IconButton
          slot="next"
          label="Next month"
          icon={<ChevronRight className="size-5" aria-hidden="true" />}
        />
      </div>
      {/* On a phone the days reach over the card's padding: seven targets of 44 px in a width of 360. */}
      <CalendarGrid
        weekdayStyle="short"
        className="-mx-4 w-[calc(100%+2rem)] table-fixed border-collapse sm:mx-0 sm:w-full"
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

function monthOf(date: CalendarDate): string {
  return date.toString().slice(0, 7)
}

/** Where the keyboard starts in a month: the chosen day, else today, else the first. */
function startOf(month: string, value: string | null, today: string): CalendarDate {
  if (value?.startsWith(month)) return parseDate(value)
  return parseDate(today.startsWith(month) ? today : `${month}-01`)
}
