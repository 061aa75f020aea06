import { verificationTokenSchema } from '@tendwell/contract/sign-in/accounts'
import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { Field, useZodForm } from '../../../lib/forms/form.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'

const verifyForm = z.object({ token: verificationTokenSchema })

interface VerifyFormProps {
  /** From the mailed link, after it was rejected. */
  mailedToken: string
  refusal: string | null
  /** Whether the code is asked for above, which is quicker. */
  isSecondary: boolean
  isVerifying: boolean
  onVerify: (token: string) => void
  onResend: () => void
}

/** The token of a link that was pasted, or the text itself. */
function readToken(text: string): string {
  return /[?&]token=([^&#\s]+)/.exec(text)?.[1] ?? text
}

export function VerifyForm(props: VerifyFormProps) {
  const { mailedToken, refusal, isSecondary, isVerifying, onVerify, onResend } = props
  const form = useZodForm(verifyForm, { defaultValues: { token: mailedToken } })
  const isBlank = useWatch({ control: form.control, name: 'token' }).trim() === ''
  const { setError } = form

  useEffect(() => {
    if (refusal) setError('token', { type: 'server', message: refusal }, { shouldFocus: true })
  }, [refusal, setError])

  return (
    <form
      onSubmit={form.handleSubmit(({ token }) => onVerify(readToken(token)))}
      noValidate
      className="flex flex-col gap-5"
    >
      <Field form={form} name="token">
        {(field) => (
          <TextField
            label="Verification token"
            hint="Opening the link in our email fills this in. You can also paste the whole link here."
            autoComplete="off"
            {...field}
          />
        )}
      </Field>
      <Button
        type="submit"
        size="large"
        block
        variant={isSecondary ? 'secondary' : 'primary'}
        isDisabled={isBlank}
        isPending={isVerifying}
      >
        {isVerifying ? 'Verifying…' : 'Verify Email'}
      </Button>
      <Button variant="quiet" block onPress={onResend} isDisabled={isVerifying}>
        Resend Verification
      </Button>
    </form>
  )
}
