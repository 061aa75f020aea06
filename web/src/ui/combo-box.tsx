import type { Ref } from 'react'
import { ComboBox as AriaComboBox } from 'react-aria-components/ComboBox'
import { Popover } from 'react-aria-components/Popover'
import { type FieldFrame, FieldLabel, FieldNote, fieldClass } from './field.tsx'
import { ListInput } from './list-input.tsx'
import { type Option, OptionList, popoverClass } from './option-list.tsx'

interface ComboBoxProps extends FieldFrame {
  options: Option[]
  /** The chosen option's id; null or '' while nothing is chosen. */
  value: string | null
  /** Called with null when the field is cleared. */
  onChange: (value: string | null) => void
  onBlur?: () => void
  name?: string
  placeholder?: string
  ref?: Ref<HTMLInputElement>
}

/** A choice of one from many options, found by typing. */
export function ComboBox(props: ComboBoxProps) {
  const { label, hint, error, options, value, onChange, className = '', ref, isRequired, ...rest } = props
  const { placeholder, ...fieldProps } = rest
  return (
    <AriaComboBox
      {...fieldProps}
      defaultItems={options}
      value={value || null}
      onChange={(key) => onChange(key === null ? null : String(key))}
      menuTrigger="input"
      allowsEmptyCollection
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      className={`${fieldClass} ${className}`}
    >
      <FieldLabel label={label} isRequired={isRequired} />
      <ListInput ref={ref} placeholder={placeholder} />
      <FieldNote hint={hint} error={error} />
      <Popover className={`${popoverClass} w-(--trigger-width)`}>
        <OptionList />
      </Popover>
    </AriaComboBox>
  )
}
