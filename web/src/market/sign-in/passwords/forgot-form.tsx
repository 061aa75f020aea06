import { passwordResetBody } from '@tendwell/contract/sign-in/accounts'
import { useState } from 'react'
import { Field, useZodForm } from '../../../lib/forms/form.tsx'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { useRequestPasswordResetMutation } from '../../../shared/sign-in/sign-in-api.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useCooldown } from './use-cooldown.ts'

/** Requests a reset link, at most once a minute. */
export function ForgotForm() {
  const form = useZodForm(passwordResetBody, { defaultValues: { email: '' } })
  const [request] = useRequestPasswordResetMutation()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { left, start } = useCooldown()

  const { submit, isPending, formError } = useSubmit(form, {
    send: (body) => {
      setSentTo(null)
      return request(body).unwrap()
    },
    success: ({ message }) => message || 'If this email is registered, a reset link has been sent',
    failure: 'Failed to request password reset',
    onSuccess: (_, { email }) => {
      start()
      setSentTo(email)
    },
    onInvalid: () => 'Please enter a valid email',
  })

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <div role="status" className="empty:hidden">
        {sentTo && (
          <Banner tone="success" title="Check your inbox">
            If {sentTo} has an account, a reset link is on its way. It works once and expires after one hour.
          </Banner>
        )}
      </div>
      <Field form={form} name="email">
        {(field) => (
          <TextField
            label="Email"
            type="email"
            autoComplete="email"
            hint="The email address you log in with."
            {...field}
          />
        )}
      </Field>
      <FormError message={formError} />
      <Button
        type="submit"
        size="large"
        block
        isDisabled={left > 0}
        isPending={isPending}
        className="tabular"
      >
        {getButtonLabel(isPending, left)}
      </Button>
    </form>
  )
}

function getButtonLabel(isPending: boolean, left: number): string {
  if (isPending) return 'Sending…'
  return left > 0 ? `Resend in ${left}s` : 'Send Reset Link'
}
