import { Minus, Plus } from 'lucide-react'
import { type Ref, useEffect, useState } from 'react'
import { Group } from 'react-aria-components/Group'
import { Input } from 'react-aria-components/Input'
import { TextField as AriaTextField } from 'react-aria-components/TextField'
import { formatMoney } from '../lib/format.ts'
import { isPlainAmount, keepAmountCharacters, readAmount } from '../lib/typed-amount.ts'
import { controlClass, type FieldFrame, FieldLabel, FieldNote, fieldClass } from './field.tsx'
import { iconButtonClass } from './icon-button.tsx'

interface MoneyFieldProps extends FieldFrame {
  /** US dollars; null if empty. */
  value: number | null
  onChange: (value: number | null) => void
  onBlur?: () => void
  name?: string
  step?: number
  minimum?: number
  maximum?: number
  ref?: Ref<HTMLInputElement>
}

/**
 * An amount with at most two decimals, shown with two after leaving the field. Typed in another way than `9.50`, it is
 * explained below the field. Arrow keys and buttons change it by a step.
 * React Aria's NumberField reports a value only after leaving the field, but forms and previews need it while typing.
 */
export function MoneyField(props: MoneyFieldProps) {
  const { label, hint, error, isRequired, className = '', ref, value, onChange, onBlur, ...rest } = props
  const { step = 1, minimum = 0, maximum = Number.POSITIVE_INFINITY, ...fieldProps } = rest
  const [text, setText] = useState(formatAmount(value))

  useEffect(() => setText((typed) => (readAmount(typed) === value ? typed : formatAmount(value))), [value])

  const changeText = (typed: string) => {
    const next = keepAmountCharacters(typed)
    setText(next)
    onChange(readAmount(next))
  }
  const add = (amount: number) => {
    const next = Math.min(maximum, Math.max(minimum, Math.round(((value ?? 0) + amount) * 100) / 100))
    setText(formatAmount(next))
    onChange(next)
  }
  const blur = () => {
    setText(formatAmount(value))
    onBlur?.()
  }
  return (
    <AriaTextField
      {...fieldProps}
      value={text}
      onChange={changeText}
      onBlur={blur}
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
            add(event.key === 'ArrowUp' ? step : -step)
          }}
        />
        <div className="absolute right-0.5 flex">
          <StepButton
            label="Decrease"
            icon={Minus}
            isDisabled={props.isDisabled}
            onClick={() => add(-step)}
          />
          <StepButton label="Increase" icon={Plus} isDisabled={props.isDisabled} onClick={() => add(step)} />
        </div>
      </Group>
      <FieldNote
        hint={isPlainAmount(text) || value === null ? hint : `That’s ${formatMoney(value)}.`}
        error={error}
      />
    </AriaTextField>
  )
}

interface StepButtonProps {
  label: string
  icon: typeof Plus
  isDisabled: boolean | undefined
  onClick: () => void
}

/** For the mouse. Keyboard users have the arrow keys. */
function StepButton({ label, icon: Icon, isDisabled, onClick }: StepButtonProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      disabled={isDisabled}
      onClick={onClick}
      className={iconButtonClass}
    >
      <Icon className="size-4" aria-hidden="true" />
    </button>
  )
}

function formatAmount(value: number | null | undefined): string {
  return typeof value === 'number' && Number.isFinite(value) ? value.toFixed(2) : ''
}
