import { PASSWORD_MINIMUM } from '@tendwell/contract/sign-in/accounts'
import type { UseFormReturn } from 'react-hook-form'
import { Field } from '../../lib/forms/form.tsx'
import { PasswordField } from '../../ui/password-field.tsx'

type NewPassword = { password: string; confirm_password: string }

interface NewPasswordFieldsProps<Values extends NewPassword, Output> {
  form: UseFormReturn<Values, unknown, Output>
  /** The label of the first field. */
  label: 'Password' | 'New Password'
}

/** A new password and its confirmation. */
export function NewPasswordFields<Values extends NewPassword, Output>({
  form,
  label,
}: NewPasswordFieldsProps<Values, Output>) {
  // react-hook-form's types don't accept a form with more fields as one with these two.
  const passwords = form as unknown as UseFormReturn<NewPassword>
  return (
    <>
      <Field form={passwords} name="password">
        {(field) => (
          <PasswordField
            label={label}
            autoComplete="new-password"
            hint={`At least ${PASSWORD_MINIMUM} characters. A short phrase is easy to remember.`}
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
