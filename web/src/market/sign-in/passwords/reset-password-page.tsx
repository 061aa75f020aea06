import { passwordResetConfirmBody } from '@tendwell/contract/sign-in/accounts'
import { useEffect } from 'react'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router'
import { useZodForm } from '../../../lib/forms/form.tsx'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { toast } from '../../../lib/toast.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { NewPasswordFields } from '../../../shared/sign-in/new-password-fields.tsx'
import { useResetPasswordMutation } from '../../../shared/sign-in/sign-in-api.ts'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { Lamp } from '../../../ui/scenes/lamp.tsx'
import { AuthFrame } from '../auth-frame.tsx'

export function ResetPasswordPage() {
  const [params] = useSearchParams()
  const token = (params.get('token') ?? '').trim()
  if (token === '') return <NoToken />
  return (
    <AuthFrame
      title="Reset Password"
      lead="Choose a new password. You’ll be logged out on all your devices."
      scene={<Lamp />}
      saying="Your bookings and messages are right where you left them."
      footer={
        <p className="flex min-h-11 flex-wrap items-center gap-x-1.5">
          The link works once and expires after one hour.
          <Link to={paths.forgotPassword} className="text-link inline-flex min-h-11 items-center">
            Request a new one
          </Link>
        </p>
      }
    >
      <ResetForm key={token} token={token} />
    </AuthFrame>
  )
}

function NoToken() {
  useEffect(() => {
    // The id keeps it to one toast, since strict mode runs effects twice.
    toast.error('Invalid reset link', { id: 'invalid-reset-link' })
  }, [])
  return <Navigate to={paths.forgotPassword} replace />
}

/** Sets a new password with the token of a mailed link. */
function ResetForm({ token }: { token: string }) {
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
