import { ChevronDown } from 'lucide-react'
import { now } from '../lib/clock.ts'
import { formatMonthName } from '../lib/format.ts'

interface MonthYearSelectProps {
  /** `YYYY-MM`. */
  month: string
  onMonthChange: (month: string) => void
}

const yearsEachWay = 3

/** A month and a year, each by a list: 3 years back to 3 ahead. */
export function MonthYearSelect({ month, onMonthChange }: MonthYearSelectProps) {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const thisYear = new Date(now()).getFullYear()
  const first = Math.min(year, thisYear - yearsEachWay)
  const last = Math.max(year, thisYear + yearsEachWay)
  const years = Array.from({ length: last - first + 1 }, (_, offset) => first + offset)
  const months = Array.from({ length: 12 }, (_, index) => index + 1)
  const go = (toYear: number, toMonth: number) =>
    onMonthChange(`${toYear}-${String(toMonth).padStart(2, '0')}`)
  return (
    <div className="-ml-1 flex sm:gap-1">
      <Native
        label="Month"
        value={number}
        onChange={(next) => go(year, next)}
        options={months}
        word={formatMonthName}
      />
      <Native label="Year" value={year} onChange={(next) => go(next, number)} options={years} word={String} />
    </div>
  )
}

interface NativeProps {
  label: string
  value: number
  onChange: (value: number) => void
  options: number[]
  word: (value: number) => string
}

/** The native select: quick on a phone, and nothing to load. */
function Native({ label, value, onChange, options, word }: NativeProps) {
  return (
    <span className="relative inline-flex items-center">
      <select
        aria-label={label}
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
        className="tabular min-h-11 appearance-none rounded-control bg-transparent pr-6 pl-1 font-display text-17 sm:pr-8 sm:pl-2 sm:text-21 hover:bg-sand [&>option]:bg-paper-raised [&>option]:font-sans [&>option]:text-15"
      >
        {options.map((option) => (
          <option key={option} value={option}>
            {word(option)}
          </option>
        ))}
      </select>
      <ChevronDown
        className="pointer-events-none absolute right-1 size-4 sm:right-2 text-ink-soft"
        aria-hidden="true"
      />
    </span>
  )
}
