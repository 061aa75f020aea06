import { Checkbox } from '../../../ui/checkbox.tsx'
import { TimePicker } from '../../../ui/time-picker.tsx'
import type { Day } from './filters.ts'

const usualHours = { start: '09:00', end: '12:00' }

/** Hours of the chosen day that must be free throughout. */
export function HoursFields({ availableOn, hours, onChange }: Day & { onChange: (day: Day) => void }) {
  return (
    <>
      <Checkbox
        value={hours !== null}
        onChange={(isWanted) => onChange({ availableOn, hours: isWanted ? usualHours : null })}
      >
        At specific times
      </Checkbox>
      {hours && (
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
          {hours.end <= hours.start && <p className="text-13 text-ink-soft">Ends the next day</p>}
        </>
      )}
    </>
  )
}
