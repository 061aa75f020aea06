import { requiredText } from '@tendwell/contract/wire'
import { useEffect } from 'react'
import { z } from 'zod'
import { Field, useZodForm } from '../../../lib/form.tsx'
import { paths } from '../../../lib/paths.ts'
import type { ProofRequest } from '../../../lib/proof.ts'
import { useSession } from '../../../lib/session.ts'
import { useAction } from '../../../lib/use-action.ts'
import { useSubmit } from '../../../lib/use-submit.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { useReauthenticateMutation } from '../api.ts'
import { showGoogleFailure } from '../hooks/use-google-sign-in.ts'
import { GoogleCredential } from './google-continue.tsx'

/** Asks for the password, or for Google's confirmation, before a call is repeated. */
export function ProofDialog({ methods, settle }: ProofRequest) {
  const { isLoggedIn, user } = useSession()
  useEffect(() => {
    if (!isLoggedIn) settle(false)
  }, [isLoggedIn, settle])
  const hasPassword = methods.includes('password')
  const hasGoogle = methods.includes('google')
  return (
    <Dialog
      isOpen
      onClose={() => settle(false)}
      title="Confirm it’s you"
      lead={
        user?.role === 'admin'
          ? 'We ask for this before changes to the staff and to your email.'
          : 'To protect your money, we ask for this before withdrawals and changes to your bank details.'
      }
    >
      {hasPassword && <PasswordForm settle={settle} />}
      {hasPassword && hasGoogle && <p className="text-center text-13 text-ink-soft">or</p>}
      {hasGoogle && <GoogleConfirm settle={settle} />}
      {methods.length === 0 && (
        <p>
          Your account has no password yet.{' '}
          <a href={paths.forgotPassword} className="text-link">
            Choose one
          </a>
          , then log in with it.
        </p>
      )}
    </Dialog>
  )
}

const passwordForm = z.object({ password: requiredText('Password', 512) })

function PasswordForm({ settle }: Pick<ProofRequest, 'settle'>) {
  const { user } = useSession()
  const form = useZodForm(passwordForm, { defaultValues: { password: '' } })
  const [reauthenticate] = useReauthenticateMutation()
  const { submit, isPending, formError } = useSubmit(form, {
    send: (body) => reauthenticate(body).unwrap(),
    failure: 'Failed to confirm it’s you',
    onSuccess: () => settle(true),
  })
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" name="username" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
      <Field form={form} name="password">
        {(field) => <PasswordField label="Password" autoComplete="current-password" {...field} />}
      </Field>
      <FormError message={formError} />
      <Button type="submit" size="large" block isPending={isPending}>
        {isPending ? 'Checking…' : 'Confirm'}
      </Button>
    </form>
  )
}

function GoogleConfirm({ settle }: Pick<ProofRequest, 'settle'>) {
  const [reauthenticate] = useReauthenticateMutation()
  const { run, isPending } = useAction({
    send: (credential: string) => reauthenticate({ credential }).unwrap(),
    failure: 'Google authentication failed',
    onSuccess: () => settle(true),
  })
  return (
    <GoogleCredential
      onCredential={(credential) => (credential ? void run(credential) : showGoogleFailure())}
      isPending={isPending}
    />
  )
}
