import { type FormEvent, useEffect, useState } from 'react'
import { TextField } from '../../ui/text-field.tsx'
import type { Filters } from './filters.ts'
import { keepDigits, withMaximum, withMinimum } from './rate-limits.ts'

interface RateFieldsProps {
  minRate: number | null
  maxRate: number | null
  onChange: (rates: Pick<Filters, 'minRate' | 'maxRate'>) => void
}

/** The two ends of the hourly rate. They take effect when left or on Enter, so that 80 can be typed past an 8. */
export function RateFields({ minRate, maxRate, onChange }: RateFieldsProps) {
  const rates = { minRate, maxRate }
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold">Hourly rate</legend>
      <div className="grid grid-cols-2 gap-3">
        <RateField label="Minimum" value={minRate} onTake={(rate) => onChange(withMinimum(rates, rate))} />
        <RateField label="Maximum" value={maxRate} onTake={(rate) => onChange(withMaximum(rates, rate))} />
      </div>
    </fieldset>
  )
}

interface RateFieldProps {
  label: string
  value: number | null
  onTake: (rate: number | null) => void
}

function RateField({ label, value, onTake }: RateFieldProps) {
  const shown = value === null ? '' : String(value)
  const [text, setText] = useState(shown)
  useEffect(() => setText(shown), [shown])

  const take = () => {
    if (text === shown) return
    onTake(text === '' ? null : Number(text))
    // What the rules make of it may be what stood there before: then nothing else would bring it back.
    setText(shown)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    take()
  }
  return (
    <form onSubmit={submit}>
      <TextField
        label={label}
        value={text}
        onChange={(typed) => setText(keepDigits(typed))}
        onBlur={take}
        inputMode="numeric"
        autoComplete="off"
        icon={<span>$</span>}
      />
    </form>
  )
}
