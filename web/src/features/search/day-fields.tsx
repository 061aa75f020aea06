import { REQUEST_AHEAD_MAXIMUM_DAYS } from '@tendwell/contract/reference'
import { addDays, isLocalDate, toLocalDate } from '@tendwell/contract/time'
import { useEffect, useState } from 'react'
import { now } from '../../lib/clock.ts'
import { viewerZone, zoneName } from '../../lib/format.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { TimePicker } from '../../ui/time-picker.tsx'
import type { Filters } from './filters.ts'

const usualHours = { start: '09:00', end: '12:00' }

type Day = Pick<Filters, 'availableOn' | 'hours'>

interface DayFieldsProps extends Day {
  onChange: (day: Day) => void
}

/** The day on which something must be free, and hours of it that must be free as a whole. */
export function DayFields({ availableOn, hours, onChange }: DayFieldsProps) {
  const [typed, setTyped] = useState(availableOn)
  const [isTyping, setTyping] = useState(false)
  useEffect(() => setTyped(availableOn), [availableOn])
  const today = toLocalDate(now(), viewerZone())
  const last = addDays(today, REQUEST_AHEAD_MAXIMUM_DAYS)
  // A year that is being typed is a date of its own at each digit: none of those is looked for.
  const take = (day: string) => {
    setTyped(day)
    setTyping(true)
    if (day === '') onChange({ availableOn: '', hours: null })
    else if (!problemOf(day, today, last)) onChange({ availableOn: day, hours })
  }
  return (
    <div className="flex flex-col gap-3">
      <DateField
        label="Free on"
        hint={`In your time (${zoneName(viewerZone())})`}
        error={isTyping ? undefined : problemOf(typed, today, last)}
        value={typed}
        minDay={today}
        maxDay={last}
        onChange={take}
        onBlur={() => setTyping(false)}
      />
      {availableOn && (
        <Checkbox
          value={hours !== null}
          onChange={(isWanted) => onChange({ availableOn, hours: isWanted ? usualHours : null })}
        >
          At certain hours
        </Checkbox>
      )}
      {availableOn && hours && (
        <>
          <TimePicker
            label="From"
            value={hours.start}
            onChange={(start) => onChange({ availableOn, hours: { ...hours, start } })}
          />
          <TimePicker
            label="To"
            value={hours.end}
            onChange={(end) => onChange({ availableOn, hours: { ...hours, end } })}
          />
          {hours.end <= hours.start && <p className="text-13 text-ink-soft">Until the next day</p>}
        </>
      )}
    </div>
  )
}

/** Why nobody is looked for on a day; nothing while none is given. */
function problemOf(day: string, today: string, last: string): string | undefined {
  if (day === '') return undefined
  if (day < today) return 'Choose today or later'
  return isLocalDate(day) && day <= last ? undefined : 'Choose a day in the next year'
}
