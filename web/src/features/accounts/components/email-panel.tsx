import { emailChangeBody } from '@tendwell/contract/accounts'
import { Field, useZodForm } from '../../../lib/form.tsx'
import { useSubmit } from '../../../lib/use-submit.ts'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useEmailChangeQuery, useRequestEmailChangeMutation } from '../api.ts'
import { PendingEmailChange } from './pending-email-change.tsx'

/** Changes the user's email, once both addresses have confirmed it. */
export function EmailPanel() {
  const { data, error, isLoading, refetch } = useEmailChangeQuery()
  return (
    <Panel
      title="Email"
      lead={data ? <span className="wrap-anywhere">You log in with {data.email}.</span> : null}
      isLoading={isLoading}
      skeleton={<SkeletonRows rows={1} />}
      error={!data && error && { title: 'Failed to load your email', error, onRetry: refetch }}
    >
      {data?.pending ? <PendingEmailChange email={data.email} pending={data.pending} /> : <EmailForm />}
    </Panel>
  )
}

function EmailForm() {
  const form = useZodForm(emailChangeBody, { defaultValues: { email: '' } })
  const [requestChange] = useRequestEmailChangeMutation()
  const { submit, isPending, formError } = useSubmit(form, {
    send: (body) => requestChange(body).unwrap(),
    success: 'Check both inboxes',
    failure: 'Failed to change your email',
    onSuccess: () => form.reset(),
  })
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Field form={form} name="email">
        {(field) => (
          <TextField
            label="New Email"
            type="email"
            autoComplete="off"
            hint="We’ll send a link to both addresses. Your email changes when you’ve opened both."
            {...field}
          />
        )}
      </Field>
      <FormError message={formError} />
      <Button type="submit" variant="secondary" block isPending={isPending}>
        {isPending ? 'Sending…' : 'Change Email'}
      </Button>
    </form>
  )
}
