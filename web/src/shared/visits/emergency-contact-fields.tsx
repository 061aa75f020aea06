import { EMERGENCY_NAME_MAXIMUM, PHONE_MAXIMUM } from '@tendwell/contract/profiles/phones'
import type { ReactNode } from 'react'
import type { FieldProps } from '../../lib/forms/form.tsx'
import { OptionalLegend } from '../../ui/field.tsx'
import { TextField } from '../../ui/text-field.tsx'

/** A text that a form may leave out. */
type TextProps = Omit<FieldProps<string | undefined>, 'onChange'> & { onChange: (value: string) => void }

interface EmergencyContactFieldsProps {
  /** Connects a field of `emergency_contact` to the form. */
  renderField: (part: 'name' | 'phone', render: (field: TextProps) => ReactNode) => ReactNode
  className?: string
}

/** Whom a caregiver calls when the family can't be reached. */
export function EmergencyContactFields({ renderField, className = '' }: EmergencyContactFieldsProps) {
  return (
    <fieldset className={className}>
      <OptionalLegend>Emergency contact</OptionalLegend>
      <p className="mb-3 text-13 text-ink-soft">Whom your caregiver calls if they can’t reach you.</p>
      <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
        {renderField('name', (field) => (
          <TextField
            label="Their name"
            maxLength={EMERGENCY_NAME_MAXIMUM}
            {...field}
            value={field.value ?? ''}
          />
        ))}
        {renderField('phone', (field) => (
          <TextField
            label="Their phone number"
            type="tel"
            maxLength={PHONE_MAXIMUM}
            {...field}
            value={field.value ?? ''}
          />
        ))}
      </div>
    </fieldset>
  )
}
