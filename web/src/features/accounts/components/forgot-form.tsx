import { passwordResetBody } from '@tendwell/contract/accounts'
import { useState } from 'react'
import { getErrorMessage } from '../../../lib/errors.ts'
import { Field, showServerErrors, useZodForm } from '../../../lib/form.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast.ts'
import { useRequestPasswordResetMutation } from '../api.ts'
import { useCooldown } from '../hooks/use-cooldown.ts'

const failed = 'Failed to request password reset'
const sent = 'If this email is registered, a reset link has been sent'

/** Requests a reset link, at most once a minute. */
export function ForgotForm() {
  const form = useZodForm(passwordResetBody, { defaultValues: { email: '' } })
  const [request, { isLoading }] = useRequestPasswordResetMutation()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { left, start } = useCooldown()

  const submit = form.handleSubmit(
    async (body) => {
      if (isLoading || left > 0) return
      setSentTo(null)
      try {
        const { message } = await request(body).unwrap()
        start()
        setSentTo(body.email)
        toast.success(message || sent)
      } catch (error) {
        showServerErrors(form, error, failed)
        toast.error(getErrorMessage(error, failed))
      }
    },
    () => void toast.error('Please enter a valid email'),
  )

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
      <FormError message={form.formState.errors.root?.server?.message} />
      <Button
        type="submit"
        size="large"
        block
        isDisabled={left > 0}
        isPending={isLoading}
        className="tabular"
      >
        {getButtonLabel(isLoading, left)}
      </Button>
    </form>
  )
}

function getButtonLabel(isLoading: boolean, left: number): string {
  if (isLoading) return 'Sending…'
  return left > 0 ? `Resend in ${left}s` : 'Send Reset Link'
}
