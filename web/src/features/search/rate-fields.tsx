import { type FormEvent, useEffect, useRef, useState } from 'react'
import { TextField } from '../../ui/text-field.tsx'
import { keepDigits, type Rates, withMaximum, withMinimum } from './rate-limits.ts'

interface RateFieldsProps extends Rates {
  onChange: (rates: Rates) => void
}

/** The two ends of the hourly rate. They take effect when left or on Enter, so that 80 can be typed past an 8. */
export function RateFields({ minRate, maxRate, onChange }: RateFieldsProps) {
  // Someone quick leaves the second field before the address has followed the first.
  const latest = useRef<Rates>({ minRate, maxRate })
  useEffect(() => {
    latest.current = { minRate, maxRate }
  }, [minRate, maxRate])
  const take = (rates: Rates) => {
    latest.current = rates
    onChange(rates)
  }
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold">Hourly rate</legend>
      <div className="grid grid-cols-2 gap-3">
        <RateField
          label="Minimum"
          value={minRate}
          onTake={(rate) => take(withMinimum(latest.current, rate))}
        />
        <RateField
          label="Maximum"
          value={maxRate}
          onTake={(rate) => take(withMaximum(latest.current, rate))}
        />
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
  // Null until she types: what she has begun, a value from elsewhere doesn't change.
  const [typed, setTyped] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  // The rules may fill the field that she has just come to. Marked, it gives way to what she types.
  useEffect(() => {
    if (typed === null && document.activeElement === input.current) {
      input.current?.setSelectionRange(0, shown.length)
    }
  }, [typed, shown])

  const take = () => {
    setTyped(null)
    if (typed !== null && typed !== shown) onTake(typed === '' ? null : Number(typed))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    take()
  }
  return (
    <form onSubmit={submit}>
      <TextField
        ref={input}
        label={label}
        value={typed ?? shown}
        onChange={(text) => setTyped(keepDigits(text))}
        onBlur={take}
        inputMode="numeric"
        autoComplete="off"
        icon={<span>$</span>}
      />
    </form>
  )
}
