import { NAME_MAXIMUM } from '@tendwell/contract/people/names'
import { PASSWORD_MINIMUM } from '@tendwell/contract/sign-in/accounts'
import { acceptInvitationBody } from '@tendwell/contract/staff/staff'
import { useEffect } from 'react'
import { useDispatch } from 'react-redux'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { getBrowserZone } from '../../../lib/format/format.ts'
import { Field, useZodForm } from '../../../lib/forms/form.tsx'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { type AuthDispatch, logIn } from '../../../lib/session/auth-actions.ts'
import { toast } from '../../../lib/toast.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { HeldHand } from '../../../ui/scenes/held-hand.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { AuthFrame } from '../auth-frame.tsx'
import { useAcceptInvitationMutation } from './joining-api.ts'

export function StaffAcceptPage() {
  const [params] = useSearchParams()
  const token = (params.get('token') ?? '').trim()
  if (token === '') return <NoToken />
  return (
    <AuthFrame
      title="Join the staff"
      lead="Choose your name and a password. You’ll be logged in right away."
      scene={<HeldHand />}
      saying="Families and caregivers count on the people behind the console."
      footer={<p>The link works once. If it has expired, ask for a new one.</p>}
    >
      <JoinForm key={token} token={token} />
    </AuthFrame>
  )
}

function NoToken() {
  useEffect(() => {
    // The id keeps it to one toast, since strict mode runs effects twice.
    toast.error('Invalid invitation link', { id: 'invalid-invitation-link' })
  }, [])
  return <Navigate to={paths.login} replace />
}

/** Makes a staff account with the token of a mailed invitation, and logs in. */
function JoinForm({ token }: { token: string }) {
  const form = useZodForm(acceptInvitationBody, { defaultValues: { token, full_name: '', password: '' } })
  const [accept] = useAcceptInvitationMutation()
  const dispatch = useDispatch<AuthDispatch>()
  const navigate = useNavigate()
  const { submit, isPending, formError } = useSubmit(form, {
    send: (body) => accept({ ...body, timezone: getBrowserZone() }).unwrap(),
    success: ({ user }) => `Welcome, ${user.full_name}`,
    failure: 'Failed to join',
    onSuccess: (session) => {
      dispatch(logIn(session))
      navigate(paths.admin, { replace: true })
    },
  })
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Field form={form} name="full_name">
        {(field) => <TextField label="Name" autoComplete="name" maxLength={NAME_MAXIMUM} {...field} />}
      </Field>
      <Field form={form} name="password">
        {(field) => (
          <PasswordField
            label="Password"
            autoComplete="new-password"
            hint={`At least ${PASSWORD_MINIMUM} characters. A short phrase is easy to remember.`}
            {...field}
          />
        )}
      </Field>
      <FormError message={formError ?? form.formState.errors.token?.message} />
      <Button type="submit" size="large" block isPending={isPending}>
        {isPending ? 'Joining…' : 'Join'}
      </Button>
    </form>
  )
}
