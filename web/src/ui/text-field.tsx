import type { HTMLInputAutoCompleteAttribute, ReactNode, Ref } from 'react'
import { Group } from 'react-aria-components/Group'
import { Input } from 'react-aria-components/Input'
import { TextField as AriaTextField } from 'react-aria-components/TextField'
import { CharacterCount, controlClass, type FieldFrame, FieldLabel, FieldNote, fieldClass } from './field.tsx'

interface TextFieldProps extends FieldFrame {
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  onClick?: () => void
  name?: string
  type?: 'text' | 'email' | 'tel'
  inputMode?: 'text' | 'numeric' | 'decimal' | 'email' | 'tel'
  autoComplete?: HTMLInputAutoCompleteAttribute
  placeholder?: string
  /** Nothing is cut: a counter appears near this length, and the form's schema rejects what is longer. */
  maxLength?: number
  autoFocus?: boolean
  isReadOnly?: boolean
  /** An icon inside, before the text. */
  icon?: ReactNode
  ref?: Ref<HTMLInputElement>
}

/** The part of the limit from which the counter is shown. */
const nearly = 0.8

export function TextField(props: TextFieldProps) {
  const { label, hint, error, isRequired, className = '', placeholder, icon, ref, ...others } = props
  const { value, maxLength = Number.POSITIVE_INFINITY, ...rest } = others
  const length = value?.length ?? 0
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
      <div className="flex justify-between gap-4 has-[>:only-child:empty]:hidden">
        <FieldNote hint={hint} error={error} />
        {length > nearly * maxLength && <CharacterCount length={length} limit={maxLength} />}
      </div>
    </AriaTextField>
  )
}
