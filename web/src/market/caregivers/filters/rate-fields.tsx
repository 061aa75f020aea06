import { type FormEvent, useEffect, useRef, useState } from 'react'
import { keepAmountCharacters } from '../../../lib/forms/typed-amount.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { type Rates, readRate, withMaximum, withMinimum } from './rate-limits.ts'

interface RateFieldsProps extends Rates {
  onChange: (rates: Rates) => void
}

/**
 * The lowest and highest hourly rate. They apply on blur or Enter, so that typing 80 doesn't search for 8.
 */
export function RateFields({ minRate, maxRate, onChange }: RateFieldsProps) {
  // A fast user may leave the second field before the URL has been updated with the first.
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
  // Null until the user types. A value from elsewhere doesn't replace what they have typed.
  const [typed, setTyped] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  // The rules may fill the field that is being entered. Its text is selected, so that typing replaces it.
  useEffect(() => {
    if (typed === null && document.activeElement === input.current) {
      input.current?.setSelectionRange(0, shown.length)
    }
  }, [typed, shown])
  const selectUntyped = () => {
    if (typed === null) input.current?.select()
  }

  const take = () => {
    setTyped(null)
    if (typed !== null && typed !== shown) onTake(readRate(typed))
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
        onChange={(text) => setTyped(keepAmountCharacters(text))}
        onBlur={take}
        onClick={selectUntyped}
        inputMode="numeric"
        autoComplete="off"
        icon={<span>$</span>}
      />
    </form>
  )
}
