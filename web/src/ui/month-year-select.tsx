import { toLocalDate } from '@tendwell/contract/time'
import { ChevronDown } from 'lucide-react'
import { Temporal } from 'temporal-polyfill'
import { now } from '../lib/format/clock.ts'
import { formatMonth, getBrowserZone } from '../lib/format/format.ts'

interface MonthYearSelectProps {
  /** `YYYY-MM`. */
  month: string
  onMonthChange: (month: string) => void
}

const yearsEachWay = 3

/** Lists of months and of years, from 3 years ago to 3 years ahead. */
export function MonthYearSelect({ month, onMonthChange }: MonthYearSelectProps) {
  const shown = Temporal.PlainYearMonth.from(month)
  const thisYear = Temporal.PlainDate.from(toLocalDate(now(), getBrowserZone())).year
  const first = Math.min(shown.year, thisYear - yearsEachWay)
  const last = Math.max(shown.year, thisYear + yearsEachWay)
  const years = Array.from({ length: last - first + 1 }, (_, offset) => first + offset)
  const months = Array.from({ length: 12 }, (_, index) => index + 1)
  const change = (changed: { year: number } | { month: number }) =>
    onMonthChange(shown.with(changed).toString())
  return (
    <div className="-ml-1 flex sm:gap-1">
      <NativeSelect
        label="Month"
        value={shown.month}
        onChange={(next) => change({ month: next })}
        options={months}
        format={(number) => formatMonth(shown.with({ month: number }).toString())}
      />
      <NativeSelect
        label="Year"
        value={shown.year}
        onChange={(next) => change({ year: next })}
        options={years}
        format={String}
      />
    </div>
  )
}

interface NativeSelectProps {
  label: string
  value: number
  onChange: (value: number) => void
  options: number[]
  format: (value: number) => string
}

/** The browser's own select, which is quick on a phone and loads nothing. */
function NativeSelect({ label, value, onChange, options, format }: NativeSelectProps) {
  return (
    <span className="relative inline-flex items-center">
      <select
        aria-label={label}
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
        className="tabular field-sizing-content min-h-11 appearance-none rounded-control bg-transparent pr-6 pl-1 font-display text-17 sm:pr-8 sm:pl-2 sm:text-21 hover:bg-sand [&>option]:bg-paper-raised [&>option]:font-sans [&>option]:text-15"
      >
        {options.map((option) => (
          <option key={option} value={option}>
            {format(option)}
          </option>
        ))}
      </select>
      <ChevronDown className="pointer-events-none absolute right-1 size-4 sm:right-2 text-ink-soft" />
    </span>
  )
}
