import { appCodeSchema, recoveryCodeSchema } from '@tendwell/contract/sign-in/two-step'
import { z } from 'zod'
import { Field, useZodForm } from '../../../lib/forms/form.tsx'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { TextField } from '../../../ui/text-field.tsx'

const kinds = {
  app: {
    schema: z.object({ code: appCodeSchema }),
    field: {
      label: 'Code',
      hint: 'The 6-digit code your authenticator app shows now.',
      inputMode: 'numeric',
      autoComplete: 'one-time-code',
    },
  },
  recovery_code: {
    schema: z.object({ code: recoveryCodeSchema }),
    field: {
      label: 'Recovery code',
      hint: 'One of the codes you saved when you turned on two-step sign-in. Each works once.',
      autoComplete: 'off',
    },
  },
} as const

interface CodeFormProps<Result> {
  kind: keyof typeof kinds
  submitLabel: string
  variant?: 'primary' | 'secondary'
  autoFocus?: boolean
  send: (code: string) => Promise<Result>
  onSuccess: (result: Result) => void
  /** After the form has shown the failure. */
  onRefused?: (error: unknown) => void
}

/** Takes a code of an authenticator app, or a recovery code. */
export function CodeForm<Result>(props: CodeFormProps<Result>) {
  const { kind, submitLabel, variant = 'primary', autoFocus = false, send, onSuccess, onRefused } = props
  const { schema, field: texts } = kinds[kind]
  const form = useZodForm(schema, { defaultValues: { code: '' } })
  const { submit, isPending, formError } = useSubmit(form, {
    send: ({ code }) => send(code),
    failure: 'Failed to check the code',
    fieldNames: { app_code: 'code', recovery_code: 'code' },
    onSuccess,
    ...(onRefused && { onFailure: onRefused }),
  })
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Field form={form} name="code">
        {(field) => <TextField {...texts} autoFocus={autoFocus} {...field} />}
      </Field>
      <FormError message={formError} />
      <Button type="submit" size="large" block variant={variant} isPending={isPending}>
        {isPending ? 'Checking…' : submitLabel}
      </Button>
    </form>
  )
}
