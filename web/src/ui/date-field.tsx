import type { Ref } from 'react'
import { Input } from 'react-aria-components/Input'
import { TextField as AriaTextField } from 'react-aria-components/TextField'
import { controlClass, type FieldFrame, FieldLabel, FieldNote, fieldClass } from './field.tsx'

interface DateFieldProps extends FieldFrame {
  /** `YYYY-MM-DD`; '' if empty. */
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  name?: string
  /** The first and last day that the native calendar offers. */
  minDay?: string
  maxDay?: string
  ref?: Ref<HTMLInputElement>
}

/** A date, entered with the browser's own date field. */
export function DateField(props: DateFieldProps) {
  const { label, hint, error, isRequired, className = '', minDay, maxDay, ref, value, ...rest } = props
  return (
    <AriaTextField
      {...rest}
      type={'date' as 'text'}
      value={value ?? ''}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      className={`${fieldClass} ${className}`}
    >
      <FieldLabel label={label} isRequired={isRequired} />
      <Input ref={ref} min={minDay} max={maxDay} className={`${controlClass} tabular`} />
      <FieldNote hint={hint} error={error} />
    </AriaTextField>
  )
}
