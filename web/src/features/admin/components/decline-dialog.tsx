import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { getErrorStatus } from '../../../lib/errors.ts'
import { Field, useZodForm } from '../../../lib/form.tsx'
import { useSubmit } from '../../../lib/use-submit.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { consoleToast } from '../console-toast.ts'
import { changeFailure } from '../hooks/use-change-decision.ts'

const reasonForm = z.object({ reason: z.string().trim().min(1, { error: 'Reason is required' }).max(1_000) })

interface DeclineDialogProps {
  /** The name that families see. */
  name: string
  /** Resolves to the message for the toast. */
  send: (reason: string) => Promise<string>
  onClose: () => void
}

/** Asks why a new name or photo is declined. The reason is required, and the caregiver reads it. */
export function DeclineDialog({ name, send, onClose }: DeclineDialogProps) {
  const form = useZodForm(reasonForm, { defaultValues: { reason: '' } })
  const reason = useWatch({ control: form.control, name: 'reason' })
  const { submit, isPending, formError } = useSubmit(form, {
    send: (body) => send(body.reason),
    success: (message) => message,
    failure: changeFailure,
    toasts: consoleToast,
    onSuccess: onClose,
    // There is a newer change, which has to be reviewed first.
    onFailure: (error) => {
      if (getErrorStatus(error) === 409) onClose()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Decline ${name}’s change?`}
      consequence="Families keep seeing the verified name and photo. The caregiver receives your reason."
      confirmLabel="Decline change"
      pendingLabel="Declining…"
      onConfirm={submit}
      isPending={isPending}
      isConfirmDisabled={reason.trim() === ''}
    >
      <Field form={form} name="reason">
        {(field) => (
          <TextArea
            label="Reason *"
            hint="Explain what’s wrong. The caregiver will see this."
            maxLength={1_000}
            rows={3}
            {...field}
          />
        )}
      </Field>
      <FormError message={formError} />
    </ConfirmDialog>
  )
}
