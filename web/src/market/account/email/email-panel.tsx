import { emailChangeBody } from '@tendwell/contract/sign-in/accounts'
import { clearSent, Field, useZodForm } from '../../../lib/forms/form.tsx'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { useEmailChangeQuery, useRequestEmailChangeMutation } from '../../../shared/sign-in/sign-in-api.ts'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { QueryPanel } from '../../../ui/query-panel.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { PendingEmailChange } from './pending-email-change.tsx'

/** Changes the user's email, once both addresses have confirmed it. */
export function EmailPanel({ email }: { email: string }) {
  const query = useEmailChangeQuery()
  return (
    <QueryPanel
      title="Email"
      lead={<span className="wrap-anywhere">You log in with {query.data?.email ?? email}.</span>}
      query={query}
      failure="Failed to load your email"
      skeleton={<EmailSkeleton />}
    >
      {(change) =>
        change.pending ? <PendingEmailChange email={change.email} pending={change.pending} /> : <EmailForm />
      }
    </QueryPanel>
  )
}

function EmailSkeleton() {
  return (
    <Loading>
      <span className="flex max-w-form flex-col gap-5">
        <span className="flex flex-col gap-2">
          <Skeleton className="h-5 w-24" />
          <Skeleton className="h-12" />
          <Skeleton className="h-15 sm:h-10" />
        </span>
        <Skeleton className="h-11 sm:w-36" />
      </span>
    </Loading>
  )
}

function EmailForm() {
  const form = useZodForm(emailChangeBody, { defaultValues: { email: '' } })
  const [requestChange] = useRequestEmailChangeMutation()
  const { submit, isPending, formError } = useSubmit(form, {
    send: (body) => requestChange(body).unwrap(),
    success: 'Check both inboxes',
    failure: 'Failed to change your email',
    onSuccess: (_change, _body, sent) => clearSent(form, sent),
  })
  return (
    <form onSubmit={submit} noValidate className="flex max-w-form flex-col gap-5">
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
      <Button type="submit" variant="secondary" isPending={isPending} className="sm:self-start">
        {isPending ? 'Sending…' : 'Change Email'}
      </Button>
    </form>
  )
}
