import { Eye, EyeOff } from 'lucide-react'
import { type Ref, useState } from 'react'
import { Group } from 'react-aria-components/Group'
import { Input } from 'react-aria-components/Input'
import { TextField as AriaTextField } from 'react-aria-components/TextField'
import { controlClass, type FieldFrame, FieldLabel, FieldNote, fieldClass } from './field.tsx'
import { iconButtonClass } from './icon-button.tsx'

interface PasswordFieldProps extends FieldFrame {
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  name?: string
  autoComplete: 'current-password' | 'new-password'
  autoFocus?: boolean
  ref?: Ref<HTMLInputElement>
}

export function PasswordField(props: PasswordFieldProps) {
  const { label, hint, error, isRequired, className = '', ref, value, ...rest } = props
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <AriaTextField
      {...rest}
      value={value ?? ''}
      type={isShown ? 'text' : 'password'}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      className={`${fieldClass} ${className}`}
    >
      <FieldLabel label={label} isRequired={isRequired} />
      <Group className="relative flex items-center">
        <Input ref={ref} className={`${controlClass} pr-12`} />
        {/* A plain button, because react-aria's would get the field's label. */}
        <button
          type="button"
          aria-label={isShown ? 'Hide characters' : 'Show characters'}
          onClick={() => setShown(!isShown)}
          className={`${iconButtonClass} absolute right-0.5`}
        >
          <Icon className="size-5" />
        </button>
      </Group>
      <FieldNote hint={hint} error={error} />
    </AriaTextField>
  )
}
