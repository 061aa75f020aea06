import type { ReactNode, Ref } from 'react'
import { RadioGroup as AriaRadioGroup, Radio } from 'react-aria-components/RadioGroup'
import { type FieldFrame, FieldLabel, FieldNote, fieldClass } from './field.tsx'

interface RadioOption {
  id: string
  label: string
  note?: string
  icon?: ReactNode
}

interface RadioGroupProps<Id extends string> extends FieldFrame {
  options: readonly (RadioOption & { id: Id })[]
  value: Id | null
  onChange: (value: Id) => void
  onBlur?: () => void
  name?: string
  /** Two options side by side, on phones too. */
  isRow?: boolean
  ref?: Ref<HTMLInputElement | null>
}

/** A choice of two to five options, each a card. */
export function RadioGroup<Id extends string>(props: RadioGroupProps<Id>) {
  const {
    label,
    hint,
    error,
    options,
    value,
    onChange,
    isRow,
    className = '',
    ref,
    isRequired,
    ...rest
  } = props
  return (
    <AriaRadioGroup
      {...rest}
      value={value}
      onChange={(next) => onChange(next as Id)}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      className={`${fieldClass} ${className}`}
    >
      <FieldLabel label={label} isRequired={isRequired} />
      <div className={isRow ? 'grid grid-cols-2 gap-3' : 'grid gap-3'}>
        {options.map((option, index) => (
          <Radio
            key={option.id}
            value={option.id}
            {...(ref && index === 0 && { inputRef: ref })}
            className="group flex min-h-12 cursor-pointer items-center gap-3 rounded-control border border-edge bg-paper-raised px-3.5 py-2.5 transition-colors data-disabled:opacity-50 data-focus-visible:outline-2 data-focus-visible:outline-offset-2 data-focus-visible:outline-forest data-hovered:border-forest data-selected:border-forest data-selected:bg-sage data-selected:text-on-sage"
          >
            {option.icon ?? <Dot />}
            <span className="min-w-0 wrap-anywhere">
              <span className="block font-semibold">{option.label}</span>
              {option.note && (
                <span className="block text-13 text-ink-soft group-data-selected:text-on-sage">
                  {option.note}
                </span>
              )}
            </span>
          </Radio>
        ))}
      </div>
      <FieldNote hint={hint} error={error} />
    </AriaRadioGroup>
  )
}

function Dot() {
  return (
    <span className="flex size-5 shrink-0 items-center justify-center rounded-full border border-edge bg-paper-raised group-data-selected:border-forest">
      <span className="size-2.5 rounded-full bg-forest opacity-0 transition-opacity group-data-selected:opacity-100" />
    </span>
  )
}
