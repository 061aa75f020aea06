import { passwordChangeBody } from '@tendwell/contract/sign-in/accounts'
import { clearSent, Field, useZodForm } from '../../lib/forms/form.tsx'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { NewPasswordFields } from '../../shared/sign-in/new-password-fields.tsx'
import { useChangePasswordMutation } from '../../shared/sign-in/sign-in-api.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PasswordField } from '../../ui/password-field.tsx'

/** Changes the user's password, which ends their other sessions. */
export function PasswordPanel({ email }: { email: string }) {
  const form = useZodForm(passwordChangeBody, {
    defaultValues: { current_password: '', password: '', confirm_password: '' },
  })
  const [change] = useChangePasswordMutation()

  const { submit, isPending, formError } = useSubmit(form, {
    send: (body) => change(body).unwrap(),
    success: ({ message }) => message || 'Password changed',
    failure: 'Failed to change password',
    onSuccess: (_answer, _body, sent) => clearSent(form, sent),
  })

  return (
    <Panel title="Password" lead="Changing your password logs out your other devices.">
      <form onSubmit={submit} noValidate className="flex max-w-form flex-col gap-5">
        {/* Tells password managers which account the password belongs to. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <Field form={form} name="current_password">
          {(field) => <PasswordField label="Current Password" autoComplete="current-password" {...field} />}
        </Field>
        <NewPasswordFields form={form} label="New Password" />
        <FormError message={formError} />
        <Button type="submit" variant="secondary" isPending={isPending} className="sm:self-start">
          {isPending ? 'Changing…' : 'Change Password'}
        </Button>
      </form>
    </Panel>
  )
}
