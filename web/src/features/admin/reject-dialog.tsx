import { verificationBody } from '@tendwell/contract/admin'
import { useWatch } from 'react-hook-form'
import { Field, useZodForm } from '../../lib/form.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { TextArea } from '../../ui/text-area.tsx'

export interface RejectionWords {
  rejection_reason: string
  admin_notes: string
}

interface RejectDialogProps {
  /** 'Reject Mei Lin?' */
  title: string
  consequence: string
  confirmLabel: string
  /** What the fields hold at first. */
  words?: RejectionWords
  /** True when all of it was done: then the dialog closes, and else what was typed stays. */
  onReject: (words: RejectionWords) => Promise<boolean>
  isPending: boolean
  onClose: () => void
}

const noWords: RejectionWords = { rejection_reason: '', admin_notes: '' }

/** Asks for the reason, which caregivers read; without one there is nothing to confirm. */
export function RejectDialog(props: RejectDialogProps) {
  const { title, consequence, confirmLabel, words = noWords, onReject, isPending, onClose } = props
  const form = useZodForm(verificationBody, {
    defaultValues: { verification_status: 'rejected', ...words },
  })
  const reason = useWatch({ control: form.control, name: 'rejection_reason' }) ?? ''
  const reject = form.handleSubmit(async ({ rejection_reason, admin_notes }) => {
    if (await onReject({ rejection_reason, admin_notes })) onClose()
  })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={title}
      consequence={consequence}
      confirmLabel={confirmLabel}
      pendingLabel="Rejecting…"
      onConfirm={reject}
      isPending={isPending}
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
