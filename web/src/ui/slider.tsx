import { useId } from 'react'

interface SliderProps {
  label: string
  value: number
  minimum: number
  maximum: number
  step: number
  /** The value, as screen readers read it. */
  valueText: string
  onChange: (value: number) => void
  isDisabled?: boolean
}

/** A number in a range, if its exact value isn't important, such as a zoom. */
export function Slider(props: SliderProps) {
  const { label, value, minimum, maximum, step, valueText, onChange, isDisabled = false } = props
  const id = useId()
  return (
    <div className="flex items-center gap-4">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <input
        id={id}
        type="range"
        min={minimum}
        max={maximum}
        step={step}
        value={value}
        aria-valuetext={valueText}
        disabled={isDisabled}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
        className="h-11 min-w-0 flex-1 cursor-pointer disabled:opacity-50"
      />
    </div>
  )
}
