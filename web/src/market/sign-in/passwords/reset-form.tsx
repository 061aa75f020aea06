import { passwordResetConfirmBody } from '@tendwell/contract/sign-in/accounts'
import { useNavigate } from 'react-router'
import { useZodForm } from '../../../lib/forms/form.tsx'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { NewPasswordFields } from '../../../shared/sign-in/new-password-fields.tsx'
import { useResetPasswordMutation } from '../../../shared/sign-in/sign-in-api.ts'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/form-error.tsx'

/** Sets a new password with the token of a mailed link. */
export function ResetForm({ token }: { token: string }) {
  const form = useZodForm(passwordResetConfirmBody, {
    defaultValues: { token, password: '', confirm_password: '' },
  })
  const [reset] = useResetPasswordMutation()
  const navigate = useNavigate()

  const { submit, isPending, formError } = useSubmit(form, {
    send: (body) => reset(body).unwrap(),
    success: ({ message }) => message || 'Password reset successfully',
    failure: 'Failed to reset password',
    onSuccess: () => navigate(paths.login, { replace: true }),
  })

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <NewPasswordFields form={form} label="New Password" />
      <FormError message={formError ?? form.formState.errors.token?.message} />
      <Button type="submit" size="large" block isPending={isPending}>
        {isPending ? 'Resetting…' : 'Reset Password'}
      </Button>
    </form>
  )
}
