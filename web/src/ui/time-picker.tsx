import { toLocalTime } from '@tendwell/contract/time'
import { ChevronDown } from 'lucide-react'
import { type Ref, useId } from 'react'
import { ErrorText, errorNoteClass } from './field.tsx'

interface TimePickerProps {
  /** 'Start', 'End'. */
  label: string
  /** `HH:MM`. */
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  ref?: Ref<HTMLSelectElement>
}

const hours = [12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
const quarters = [0, 15, 30, 45]

/** A 12-hour time in quarters of an hour, chosen with three native selects. */
export function TimePicker({ label, value, onChange, error, ref }: TimePickerProps) {
  const id = useId()
  const [hour = 0, minute = 0] = value.split(':').map(Number)
  const halfDay = hour < 12 ? 0 : 12
  const set = (nextHour: number, nextMinute: number) => onChange(toLocalTime(nextHour * 60 + nextMinute))
  const minutes = quarters.includes(minute) ? quarters : [...quarters, minute].sort((a, b) => a - b)
  const shared = { isInvalid: Boolean(error), describedBy: error ? `${id}-error` : undefined }
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 font-semibold">{label}</legend>
      <div className="flex items-center gap-1.5">
        <Part
          {...shared}
          ref={ref}
          label={`${label}: hour`}
          value={hour % 12 === 0 ? 12 : hour % 12}
          onChange={(next) => set((next % 12) + halfDay, minute)}
          options={hours.map((one) => [one, String(one)])}
        />
        <span aria-hidden="true">:</span>
        <Part
          {...shared}
          label={`${label}: minutes`}
          value={minute}
          onChange={(next) => set(hour, next)}
          options={minutes.map((one) => [one, String(one).padStart(2, '0')])}
        />
        <Part
          {...shared}
          label={`${label}: AM or PM`}
          value={halfDay}
          onChange={(next) => set((hour % 12) + next, minute)}
          options={[
            [0, 'AM'],
            [12, 'PM'],
          ]}
        />
      </div>
      {error && (
        <span id={`${id}-error`} className={errorNoteClass}>
          <ErrorText>{error}</ErrorText>
        </span>
      )}
    </fieldset>
  )
}

interface PartProps {
  label: string
  value: number
  onChange: (value: number) => void
  options: [number, string][]
  isInvalid: boolean
  describedBy: string | undefined
  ref?: Ref<HTMLSelectElement> | undefined
}

function Part({ label, value, onChange, options, isInvalid, describedBy, ref }: PartProps) {
  return (
    <span className="relative inline-flex items-center">
      <select
        ref={ref}
        aria-label={label}
        aria-invalid={isInvalid || undefined}
        aria-describedby={describedBy}
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
        className="tabular min-h-12 appearance-none rounded-control border border-edge bg-paper-raised pr-7 pl-3 transition-colors hover:border-ink-soft aria-invalid:border-clay"
      >
        {options.map(([option, word]) => (
          <option key={option} value={option}>
            {word}
          </option>
        ))}
      </select>
      <ChevronDown className="pointer-events-none absolute right-2 size-3.5 text-ink-soft" />
    </span>
  )
}
