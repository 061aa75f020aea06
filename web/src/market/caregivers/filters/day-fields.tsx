import { REQUEST_AHEAD_MAXIMUM_DAYS } from '@tendwell/contract/reference'
import { addDays, isLocalDate, toLocalDate } from '@tendwell/contract/time'
import { Suspense, useEffect, useState } from 'react'
import { lazyTool } from '../../../lib/browser/lazy-parts.tsx'
import { now } from '../../../lib/format/clock.ts'
import { formatZone, getBrowserZone } from '../../../lib/format/format.ts'
import { DateField } from '../../../ui/date-field.tsx'
import type { Day } from './filters.ts'

// Loaded with the first day that is chosen.
const HoursFields = lazyTool(async () => (await import('./hours-fields.tsx')).HoursFields)

interface DayFieldsProps extends Day {
  onChange: (day: Day) => void
}

/** The day with a free slot, and hours that must be free throughout. */
export function DayFields({ availableOn, hours, onChange }: DayFieldsProps) {
  const [typed, setTyped] = useState(availableOn)
  const [isTyping, setTyping] = useState(false)
  useEffect(() => setTyped(availableOn), [availableOn])
  const today = toLocalDate(now(), getBrowserZone())
  const last = addDays(today, REQUEST_AHEAD_MAXIMUM_DAYS)
  // While a year is typed each digit makes a valid date, which must not start a search.
  const take = (day: string) => {
    setTyped(day)
    setTyping(true)
    if (day === '') onChange({ availableOn: '', hours: null })
    else if (!checkDay(day, today, last)) onChange({ availableOn: day, hours })
  }
  return (
    <div className="flex flex-col gap-3">
      <DateField
        label="Available on"
        hint={`In your time zone (${formatZone(getBrowserZone())})`}
        error={isTyping ? undefined : checkDay(typed, today, last)}
        value={typed}
        minDay={today}
        maxDay={last}
        onChange={take}
        onBlur={() => setTyping(false)}
      />
      {availableOn && (
        <Suspense>
          <HoursFields availableOn={availableOn} hours={hours} onChange={onChange} />
        </Suspense>
      )}
    </div>
  )
}

/** Why a day can't be searched; undefined while it is empty. */
function checkDay(day: string, today: string, last: string): string | undefined {
  if (day === '') return undefined
  if (day < today) return 'Choose today or a later date'
  return isLocalDate(day) && day <= last ? undefined : 'Choose a date within the next year'
}
