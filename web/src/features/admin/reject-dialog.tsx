import { type AdminCaregiver, verificationBody } from '@tendwell/contract/admin'
import { useWatch } from 'react-hook-form'
import { Field, useZodForm } from '../../lib/form.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { useDecision } from './use-decision.ts'

interface RejectDialogProps {
  caregiver: AdminCaregiver
  onClose: () => void
}

/** Asks for the reason, which the caregiver reads. What was typed stays when the server refuses. */
export function RejectDialog({ caregiver, onClose }: RejectDialogProps) {
  const form = useZodForm(verificationBody, {
    defaultValues: { verification_status: 'rejected', rejection_reason: '', admin_notes: '' },
  })
  const reason = useWatch({ control: form.control, name: 'rejection_reason' }) ?? ''
  const { decide, pending } = useDecision(caregiver)
  const reject = form.handleSubmit(async ({ rejection_reason, admin_notes }) => {
    if (await decide('rejected', { rejection_reason, admin_notes })) onClose()
  })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Reject ${caregiver.full_name}?`}
      consequence="The profile stays hidden from families, and your reason is sent to the caregiver."
      confirmLabel="Reject caregiver"
      pendingLabel="Rejecting…"
      onConfirm={reject}
      isPending={pending !== null}
      isConfirmDisabled={reason.trim() === ''}
    >
      <Field form={form} name="rejection_reason">
        {(field) => (
          <TextArea
            label="Rejection Reason *"
            hint="Say what to mend. The caregiver reads this."
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
            hint="For our team alone."
            maxLength={2_000}
            rows={2}
            {...field}
            value={field.value ?? ''}
          />
        )}
      </Field>
    </ConfirmDialog>
  )
}
