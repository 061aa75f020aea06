import { verificationBody } from '@tendwell/contract/admin'
import { useWatch } from 'react-hook-form'
import { getErrorStatus } from '../../../lib/errors.ts'
import { Field, useZodForm } from '../../../lib/form.tsx'
import { useSubmit } from '../../../lib/use-submit.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { consoleToast } from '../console-toast.ts'
import { decisionFailure, type RejectionTexts } from '../hooks/use-decision.ts'

interface RejectDialogProps {
  /** 'Reject Mei Lin?' */
  title: string
  consequence: string
  confirmLabel: string
  initial?: RejectionTexts
  /** Resolves to the message for the toast. */
  send: (texts: RejectionTexts) => Promise<string>
  onClose: () => void
}

const empty: RejectionTexts = { rejection_reason: '', admin_notes: '' }

/** Asks for the reason for a rejection. It is required, and the caregiver reads it. */
export function RejectDialog(props: RejectDialogProps) {
  const { title, consequence, confirmLabel, initial = empty, send, onClose } = props
  const form = useZodForm(verificationBody, {
    defaultValues: { verification_status: 'rejected', ...initial },
  })
  const reason = useWatch({ control: form.control, name: 'rejection_reason' }) ?? ''
  const { submit, isPending, formError } = useSubmit(form, {
    send: ({ rejection_reason, admin_notes }) => send({ rejection_reason, admin_notes }),
    success: (message) => message,
    failure: decisionFailure,
    toasts: consoleToast,
    onSuccess: onClose,
    // The documents have changed and have to be reviewed first.
    onFailure: (error) => {
      if (getErrorStatus(error) === 409) onClose()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={title}
      consequence={consequence}
      confirmLabel={confirmLabel}
      pendingLabel="Rejecting…"
      onConfirm={submit}
      isPending={isPending}
      isConfirmDisabled={reason.trim() === ''}
    >
      <Field form={form} name="rejection_reason">
        {(field) => (
          <TextArea
            label="Rejection Reason *"
            hint="Explain what needs correcting. The caregiver will see this."
            maxLength={1_000}
            rows={3}
            {...field}
            value={field.value ?? ''}
          />
        )}
      </Field>
      <Field form={form} name="admin_notes">
        {(field) => (
          <TextArea
            label="Admin notes"
            isRequired={false}
            hint="Only visible to admins."
            maxLength={2_000}
            rows={2}
            {...field}
            value={field.value ?? ''}
          />
        )}
      </Field>
      <FormError message={formError} />
    </ConfirmDialog>
  )
}
