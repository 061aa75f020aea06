import { passwordChangeBody } from '@tendwell/contract/accounts'
import { getErrorMessage } from '../../../lib/errors.ts'
import { Field, showServerErrors, useZodForm } from '../../../lib/form.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { toast } from '../../../ui/toast.ts'
import { useChangePasswordMutation } from '../api.ts'
import { NewPasswordFields } from './new-password-fields.tsx'

const failed = 'Failed to change password'

/** Changes the user's password, which ends their other sessions. */
export function PasswordPanel({ email }: { email: string }) {
  const form = useZodForm(passwordChangeBody, {
    defaultValues: { current_password: '', password: '', confirm_password: '' },
  })
  const [change, { isLoading }] = useChangePasswordMutation()

  const submit = form.handleSubmit(
    async (body) => {
      if (isLoading) return
      try {
        const { message } = await change(body).unwrap()
        form.reset()
        toast.success(message || 'Password changed')
      } catch (error) {
        showServerErrors(form, error, failed)
        toast.error(getErrorMessage(error, failed))
      }
    },
    () => void toast.error('Please fix the highlighted fields'),
  )

  return (
    <Panel title="Password" lead="Changing your password logs out your other devices.">
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        {/* Tells password managers which account the password belongs to. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <Field form={form} name="current_password">
          {(field) => <PasswordField label="Current Password" autoComplete="current-password" {...field} />}
        </Field>
        <NewPasswordFields form={form} label="New Password" />
        <FormError message={form.formState.errors.root?.server?.message} />
        <Button type="submit" size="large" block isPending={isLoading}>
          {isLoading ? 'Changing…' : 'Change Password'}
        </Button>
      </form>
    </Panel>
  )
}
