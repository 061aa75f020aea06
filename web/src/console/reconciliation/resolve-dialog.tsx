import { RESOLUTION_MAXIMUM, resolveBody } from '@tendwell/contract/payments/reconciliation'
import { useEffect } from 'react'
import { isOutdated } from '../../lib/errors.ts'
import { Field, useZodForm } from '../../lib/forms/form.tsx'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { threeSecondToast } from '../../lib/toast.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { useResolveDifferenceMutation } from './reconciliation-api.ts'

/** Asks what a difference was. Only staff read it. */
export function ResolveDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const [resolve] = useResolveDifferenceMutation()
  const form = useZodForm(resolveBody, { defaultValues: { note: '' } })
  const submission = useSubmit(form, {
    send: (body) => resolve({ id, body }).unwrap(),
    success: ({ message }) => message,
    failure: 'Failed to resolve the difference',
    toasts: threeSecondToast,
    onSuccess: onClose,
    // Another person resolved it first, and the list reloads.
    onFailure: (error) => {
      if (isOutdated(error)) onClose()
    },
  })
  const { setFocus } = form
  useEffect(() => setFocus('note'), [setFocus])
  return (
    <FormDialog
      onClose={onClose}
      title={`Resolve difference #${id}?`}
      lead="It stays listed with your note, and reports that find it again alert nobody. This can’t be undone."
      submission={submission}
      submitLabel="Resolve"
      pendingLabel="Resolving…"
    >
      <Field form={form} name="note">
        {(field) => (
          <TextArea
            label="Note"
            hint="What it was, and what you did about it."
            maxLength={RESOLUTION_MAXIMUM}
            rows={4}
            {...field}
          />
        )}
      </Field>
    </FormDialog>
  )
}
