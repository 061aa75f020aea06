import { Minus, Plus } from 'lucide-react'
import { type ReactNode, type Ref, useEffect, useState } from 'react'
import { Group } from 'react-aria-components/Group'
import { Input } from 'react-aria-components/Input'
import { TextField as AriaTextField } from 'react-aria-components/TextField'
import { controlClass, type FieldFrame, FieldLabel, FieldNote, fieldClass } from './field.tsx'
import { iconButtonClass } from './icon-button.tsx'

export interface NumericFieldProps extends FieldFrame {
  /** null if empty. */
  value: number | null
  onChange: (value: number | null) => void
  onBlur?: () => void
  name?: string
  step?: number
  minimum?: number
  maximum?: number
  ref?: Ref<HTMLInputElement>
}

interface TypedNumberFieldProps extends NumericFieldProps {
  /** How the number is written and read. */
  notation: {
    /** Keeps the characters that belong to a number. */
    keep: (typed: string) => string
    read: (typed: string) => number | null
    /** What the field shows after leaving it. */
    write: (value: number) => string
    /** One step up or down from a number. */
    step: (value: number, by: number) => number
    /** What was understood, unless it was typed as everyone writes it. */
    explain: (typed: string, value: number) => string | undefined
    /** What is said about digits that are no number. */
    unread: string
  }
  prefix?: ReactNode
  inputMode: 'decimal' | 'numeric'
}

/**
 * A number that people type as they write it. What was understood is said below the field. Arrow keys and
 * buttons change it by a step. React Aria's NumberField reports a value only after leaving the field, but
 * forms and previews need it while typing, and it reads "2,5" as 25.
 */
export function TypedNumberField(props: TypedNumberFieldProps) {
  const { label, hint, error, isRequired, className = '', ref, value, onChange, onBlur, ...rest } = props
  const { step = 1, minimum = 0, maximum = Number.POSITIVE_INFINITY, notation, prefix, ...fieldProps } = rest
  const write = (number: number | null) =>
    number !== null && Number.isFinite(number) ? notation.write(number) : ''
  const [text, setText] = useState(write(value))

  // biome-ignore lint/correctness/useExhaustiveDependencies: the notation never changes
  useEffect(() => setText((typed) => (notation.read(typed) === value ? typed : write(value))), [value])

  const changeText = (typed: string) => {
    const next = notation.keep(typed)
    setText(next)
    onChange(notation.read(next))
  }
  const add = (amount: number) => {
    const next = Math.min(maximum, Math.max(minimum, notation.step(value ?? 0, amount)))
    setText(write(next))
    onChange(next)
  }
  const isUnread = value === null && /\d/.test(text)
  const blur = () => {
    if (!isUnread) setText(write(value))
    onBlur?.()
  }
  return (
    <AriaTextField
      {...fieldProps}
      value={text}
      onChange={changeText}
      onBlur={blur}
      autoComplete="off"
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      className={`${fieldClass} ${className}`}
    >
      <FieldLabel label={label} isRequired={isRequired} />
      <Group className="relative flex items-center">
        {prefix && <span className="pointer-events-none absolute left-3.5 text-ink-soft">{prefix}</span>}
        <Input
          ref={ref}
          className={`${controlClass} tabular pr-24 ${prefix ? 'pl-8' : ''}`}
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
            isDisabled={props.isDisabled || (value ?? minimum) <= minimum}
            onClick={() => add(-step)}
          />
          <StepButton
            label="Increase"
            icon={Plus}
            isDisabled={props.isDisabled || (value ?? minimum) >= maximum}
            onClick={() => add(step)}
          />
        </div>
      </Group>
      <FieldNote
        hint={isUnread ? notation.unread : (value !== null && notation.explain(text, value)) || hint}
        error={error && isUnread ? notation.unread : error}
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
      <Icon className="size-4" />
    </button>
  )
}
