import { PASSWORD_MINIMUM } from '@tendwell/contract/accounts'
import type { UseFormReturn } from 'react-hook-form'
import { Field } from '../../lib/form.tsx'
import { PasswordField } from '../../ui/password-field.tsx'

type NewPassword = { password: string; confirm_password: string }

interface NewPasswordFieldsProps<Values extends NewPassword, Output> {
  form: UseFormReturn<Values, unknown, Output>
  /** What the first of the two is called. */
  label: 'Password' | 'New Password'
}

/** A password that is chosen, and once more against slips. */
export function NewPasswordFields<Values extends NewPassword, Output>({
  form,
  label,
}: NewPasswordFieldsProps<Values, Output>) {
  // The form has more fields; of these two it knows all that is needed.
  const passwords = form as unknown as UseFormReturn<NewPassword>
  return (
    <>
      <Field form={passwords} name="password">
        {(field) => (
          <PasswordField
            label={label}
            autoComplete="new-password"
            hint={`At least ${PASSWORD_MINIMUM} characters. A short sentence is easy to keep.`}
            {...field}
          />
        )}
      </Field>
      <Field form={passwords} name="confirm_password">
        {(field) => <PasswordField label="Confirm Password" autoComplete="new-password" {...field} />}
      </Field>
    </>
  )
}
