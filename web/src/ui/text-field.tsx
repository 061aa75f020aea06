import type { HTMLInputAutoCompleteAttribute, ReactNode, Ref } from 'react'
import { Group } from 'react-aria-components/Group'
import { Input } from 'react-aria-components/Input'
import { TextField as AriaTextField } from 'react-aria-components/TextField'
import { controlClass, type FieldFrame, FieldLabel, FieldNote, fieldClass } from './field.tsx'

interface TextFieldProps extends FieldFrame {
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  name?: string
  type?: 'text' | 'email' | 'tel'
  inputMode?: 'text' | 'numeric' | 'decimal' | 'email' | 'tel'
  autoComplete?: HTMLInputAutoCompleteAttribute
  placeholder?: string
  maxLength?: number
  isReadOnly?: boolean
  /** An icon inside, before the text. */
  icon?: ReactNode
  ref?: Ref<HTMLInputElement>
}

export function TextField(props: TextFieldProps) {
  const { label, hint, error, isRequired, className = '', placeholder, icon, ref, value, ...rest } = props
  return (
    <AriaTextField
      {...rest}
      value={value ?? ''}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      className={`${fieldClass} ${className}`}
    >
      <FieldLabel label={label} isRequired={isRequired} />
      <Group className="relative flex items-center">
        {icon && <span className="pointer-events-none absolute left-3.5 text-ink-soft">{icon}</span>}
        <Input
          ref={ref}
          placeholder={placeholder}
          className={`${controlClass} read-only:bg-sand ${icon ? 'pl-10' : ''}`}
        />
      </Group>
      <FieldNote hint={hint} error={error} />
    </AriaTextField>
  )
}
