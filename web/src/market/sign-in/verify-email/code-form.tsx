import { emailCodeSchema } from '@tendwell/contract/sign-in/accounts'
import { z } from 'zod'
import { Field, useZodForm } from '../../../lib/forms/form.tsx'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { useVerifyEmailByCodeMutation } from '../../../shared/sign-in/sign-in-api.ts'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { TextField } from '../../../ui/text-field.tsx'

const DIGITS = 6
const codeForm = z.object({ code: emailCodeSchema })

interface CodeFormProps {
  email: string
  handle: string
  onVerified: () => void | Promise<void>
}

/** Takes the code of the verification mail, and sends it with the sixth digit. */
export function CodeForm({ email, handle, onVerified }: CodeFormProps) {
  const form = useZodForm(codeForm, { defaultValues: { code: '' } })
  const [verify] = useVerifyEmailByCodeMutation()
  const { submit, isPending, formError } = useSubmit(form, {
    send: async ({ code }) => {
      await verify({ email, email_code: code, verification_handle: handle }).unwrap()
      await onVerified()
    },
    success: 'Email verified successfully!',
    failure: 'Failed to check the code',
    fieldNames: { email_code: 'code' },
  })
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Field form={form} name="code">
        {({ onChange, ...field }) => (
          <TextField
            label="Code"
            hint="The 6 digits in our email. We check them as soon as the last one is here."
            inputMode="numeric"
            autoComplete="one-time-code"
            className="tabular [&_input]:text-21 [&_input]:tracking-widest"
            onChange={(text) => {
              const digits = text.replaceAll(/\D/g, '')
              onChange(digits.length === DIGITS ? digits : text)
              if (digits.length === DIGITS) void submit()
            }}
            {...field}
          />
        )}
      </Field>
      <FormError message={formError} />
      <Button type="submit" size="large" block isPending={isPending}>
        {isPending ? 'Checking…' : 'Verify Code'}
      </Button>
    </form>
  )
}
