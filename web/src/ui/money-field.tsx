import { Minus, Plus } from 'lucide-react'
import { type Ref, useEffect, useState } from 'react'
import { Group } from 'react-aria-components/Group'
import { Input } from 'react-aria-components/Input'
import { TextField as AriaTextField } from 'react-aria-components/TextField'
import { controlClass, type FieldFrame, FieldLabel, FieldNote, fieldClass } from './field.tsx'
import { iconButtonClass } from './icon-button.tsx'

interface MoneyFieldProps extends FieldFrame {
  /** US dollars; null while the field is empty. */
  value: number | null
  onChange: (value: number | null) => void
  onBlur?: () => void
  name?: string
  step?: number
  minimum?: number
  maximum?: number
  ref?: Ref<HTMLInputElement>
}

/** Digits and one point, at most two decimals; shown with two when left. Arrows and buttons go by a step. */
export function MoneyField(props: MoneyFieldProps) {
  const { label, hint, error, isRequired, className = '', ref, value, onChange, onBlur, ...rest } = props
  const { step = 1, minimum = 0, maximum = Number.POSITIVE_INFINITY, ...fieldProps } = rest
  const [text, setText] = useState(shown(value))

  useEffect(() => setText((typed) => (amountOf(typed) === value ? typed : shown(value))), [value])

  const type = (typed: string) => {
    const kept = keepMoney(typed)
    setText(kept)
    onChange(amountOf(kept))
  }
  const move = (by: number) => {
    const next = Math.min(maximum, Math.max(minimum, Math.round(((value ?? 0) + by) * 100) / 100))
    setText(shown(next))
    onChange(next)
  }
  const leave = () => {
    setText(shown(value))
    onBlur?.()
  }
  return (
    <AriaTextField
      {...fieldProps}
      value={text}
      onChange={type}
      onBlur={leave}
      inputMode="decimal"
      autoComplete="off"
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      className={`${fieldClass} ${className}`}
    >
      <FieldLabel label={label} isRequired={isRequired} />
      <Group className="relative flex items-center">
        <span className="pointer-events-none absolute left-3.5 text-ink-soft">$</span>
        <Input
          ref={ref}
          className={`${controlClass} tabular pr-24 pl-8`}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
            event.preventDefault()
            move(event.key === 'ArrowUp' ? step : -step)
          }}
        />
        <div className="absolute right-0.5 flex">
          <StepButton label="Decrease" icon={Minus} isDisabled={props.isDisabled} press={() => move(-step)} />
          <StepButton label="Increase" icon={Plus} isDisabled={props.isDisabled} press={() => move(step)} />
        </div>
      </Group>
      <FieldNote hint={hint} error={error} />
    </AriaTextField>
  )
}

interface StepButtonProps {
  label: string
  icon: typeof Plus
  isDisabled: boolean | undefined
  press: () => void
}

/** For the pointer; the keyboard has the arrows. */
function StepButton({ label, icon: Icon, isDisabled, press }: StepButtonProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      disabled={isDisabled}
      onClick={press}
      className={iconButtonClass}
    >
      <Icon className="size-4" aria-hidden="true" />
    </button>
  )
}

/** What remains of typed text: digits, the first point, two decimals. */
function keepMoney(typed: string): string {
  const [whole = '', ...decimals] = typed.replace(/[^\d.]/g, '').split('.')
  return decimals.length === 0 ? whole : `${whole}.${decimals.join('').slice(0, 2)}`
}

function amountOf(text: string): number | null {
  return text === '' || text === '.' ? null : Number(text)
}

function shown(value: number | null | undefined): string {
  return typeof value === 'number' && Number.isFinite(value) ? value.toFixed(2) : ''
}
