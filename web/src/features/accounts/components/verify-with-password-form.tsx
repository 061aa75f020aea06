import { type User, verifyWithPasswordBody } from '@tendwell/contract/accounts'
import { Link } from 'react-router'
import { getErrorBody } from '../../../lib/errors.ts'
import { useZodForm } from '../../../lib/form.tsx'
import { paths } from '../../../lib/paths.ts'
import { useSubmit } from '../../../lib/use-submit.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { useVerifyEmailMutation } from '../api.ts'
import { type PasswordRequired, verifiedMessage } from '../hooks/use-verification.ts'
import { NewPasswordFields } from './new-password-fields.tsx'

const accounts = { caregiver: 'a caregiver account', caretaker: 'a family account' }
const others = { caregiver: 'a family', caretaker: 'a caregiver' }

interface VerifyWithPasswordFormProps extends PasswordRequired {
  onVerified: (user: User) => void
  /** The link itself was refused. */
  onRefused: (error: unknown) => void
}

/** Verifies with a new password, which ends those that anyone chose before. */
export function VerifyWithPasswordForm({ token, role, onVerified, onRefused }: VerifyWithPasswordFormProps) {
  const form = useZodForm(verifyWithPasswordBody, {
    defaultValues: { token, password: '', confirm_password: '' },
  })
  const [verifyEmail] = useVerifyEmailMutation()
  const { submit, isPending, formError } = useSubmit(form, {
    send: (body) => verifyEmail(body).unwrap(),
    success: verifiedMessage,
    failure: 'Verification failed',
    onSuccess: ({ user }) => onVerified(user),
    onFailure: (error) => {
      if (getErrorBody(error)?.non_field_errors) onRefused(error)
    },
  })
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Banner title="Choose a password of your own">
        Any password that was chosen before stops working. This is {accounts[role]}. To join as {others[role]}{' '}
        instead,{' '}
        <Link to={paths.signup} className="text-link">
          sign up again
        </Link>
        .
      </Banner>
      <NewPasswordFields form={form} label="New Password" />
      <FormError message={formError ?? form.formState.errors.token?.message} />
      <Button type="submit" size="large" block isPending={isPending}>
        {isPending ? 'Verifying…' : 'Set Password and Verify'}
      </Button>
    </form>
  )
}
