import { Minus, Plus } from 'lucide-react'
import type { Ref } from 'react'
import { Button } from 'react-aria-components/Button'
import { Group } from 'react-aria-components/Group'
import { Input } from 'react-aria-components/Input'
import { NumberField as AriaNumberField } from 'react-aria-components/NumberField'
import { controlClass, type FieldFrame, FieldLabel, FieldNote, fieldClass } from './field.tsx'
import { iconButtonClass } from './icon-button.tsx'

interface NumberFieldProps extends FieldFrame {
  /** null if empty. */
  value: number | null
  onChange: (value: number | null) => void
  onBlur?: () => void
  name?: string
  minValue?: number
  maxValue?: number
  step?: number
  /** For numbers out of range or between steps: 'snap' (the default) corrects them, 'validate' leaves them to the form. */
  commitBehavior?: 'snap' | 'validate'
  ref?: Ref<HTMLInputElement>
}

/** A whole number, such as minutes or an age. It accepts a decimal point, because ignoring it would turn 2.5 into 25. */
export function NumberField(props: NumberFieldProps) {
  const { label, hint, error, isRequired, className = '', ref, value, onChange, ...rest } = props
  return (
    <AriaNumberField
      {...rest}
      value={value ?? Number.NaN}
      onChange={(next) => onChange(Number.isNaN(next) ? null : next)}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      className={`${fieldClass} ${className}`}
    >
      <FieldLabel label={label} isRequired={isRequired} />
      <Group className="relative flex items-center">
        <Input ref={ref} className={`${controlClass} tabular pr-24`} />
        <div className="absolute right-0.5 flex">
          <Button slot="decrement" className={iconButtonClass}>
            <Minus className="size-4" aria-hidden="true" />
          </Button>
          <Button slot="increment" className={iconButtonClass}>
            <Plus className="size-4" aria-hidden="true" />
          </Button>
        </div>
      </Group>
      <FieldNote hint={hint} error={error} />
    </AriaNumberField>
  )
}
