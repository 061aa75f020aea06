import { emailSchema } from '@tendwell/contract/sign-in/accounts'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { z } from 'zod'
import { Field, useZodForm } from '../../../lib/forms/form.tsx'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { useResendVerificationMutation } from '../../../shared/sign-in/sign-in-api.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useDelayedRedirect } from './use-delayed-redirect.ts'
import { readVerificationHandle } from './verification-handle.ts'

const resendForm = z.object({
  email: z
    .string()
    .refine((value) => value.trim() !== '', { error: 'Please enter your email address', abort: true })
    .pipe(emailSchema),
})

interface ResendFormProps {
  email: string
  /** Why the last token was rejected, if one was. */
  refusal: string | null
  onBack: () => void
  /** Logs in the browser that signed up, if the address turns out to be verified. */
  openSession: () => Promise<void>
}

export function ResendForm({ email, refusal, onBack, openSession }: ResendFormProps) {
  const form = useZodForm(resendForm, { defaultValues: { email } })
  const [resend] = useResendVerificationMutation()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [isVerified, setVerified] = useState(false)
  const isBlank = useWatch({ control: form.control, name: 'email' }).trim() === ''
  useDelayedRedirect(isVerified)

  const { submit, isPending, formError } = useSubmit(form, {
    send: async (body) => {
      setSentTo(null)
      const answer = await resend({ ...body, verification_handle: readVerificationHandle() }).unwrap()
      if (answer.is_verified) await openSession()
      return answer
    },
    success: (answer) =>
      answer.is_verified ? 'Your email is already verified! Redirecting...' : answer.message,
    failure: 'Failed to resend verification email',
    onSuccess: (answer, body) => {
      if (answer.is_verified) setVerified(true)
      else setSentTo(body.email)
    },
  })

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <div role="status" className="empty:hidden">
        {sentTo ? (
          <Banner tone="success" title="Check your inbox">
            If {sentTo} isn’t verified yet, a new email is on its way.
          </Banner>
        ) : (
          refusal && (
            <Banner tone="warning" title={refusal}>
              {/used/i.test(refusal) ? (
                <>
                  Your email may be verified already.{' '}
                  <Link to={paths.login} className="text-link">
                    Log in
                  </Link>
                  , or request a new link below.
                </>
              ) : (
                'Request a new link below. It usually arrives within a minute.'
              )}
            </Banner>
          )
        )}
      </div>
      <Field form={form} name="email">
        {(field) => (
          <TextField
            label="Email"
            type="email"
            autoComplete="email"
            hint="The email address you signed up with."
            {...field}
          />
        )}
      </Field>
      <FormError message={formError} />
      <Button type="submit" size="large" block isDisabled={isBlank || isVerified} isPending={isPending}>
        {isPending ? 'Sending…' : 'Resend Verification'}
      </Button>
      <Button variant="quiet" block onPress={onBack} isDisabled={isPending}>
        Back to Verification
      </Button>
    </form>
  )
}
