import { passwordResetConfirmBody } from '@tendwell/contract/accounts'
import { useNavigate } from 'react-router'
import { getErrorMessage } from '../../../lib/errors.ts'
import { showServerErrors, useZodForm } from '../../../lib/form.tsx'
import { paths } from '../../../lib/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { toast } from '../../../ui/toast.ts'
import { useResetPasswordMutation } from '../api.ts'
import { NewPasswordFields } from './new-password-fields.tsx'

const failed = 'Failed to reset password'

/** Sets a new password with the token of a mailed link. */
export function ResetForm({ token }: { token: string }) {
  const form = useZodForm(passwordResetConfirmBody, {
    defaultValues: { token, password: '', confirm_password: '' },
  })
  const [reset, { isLoading }] = useResetPasswordMutation()
  const navigate = useNavigate()
  const { errors } = form.formState

  const submit = form.handleSubmit(async (body) => {
    if (isLoading) return
    try {
      const { message } = await reset(body).unwrap()
      toast.success(message || 'Password reset successfully')
      navigate(paths.login, { replace: true })
    } catch (error) {
      showServerErrors(form, error, failed)
      toast.error(getErrorMessage(error, failed))
    }
  })

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <NewPasswordFields form={form} label="New Password" />
      <FormError message={errors.root?.server?.message ?? errors.token?.message} />
      <Button type="submit" size="large" block isPending={isLoading}>
        {isLoading ? 'Resetting…' : 'Reset Password'}
      </Button>
    </form>
  )
}
