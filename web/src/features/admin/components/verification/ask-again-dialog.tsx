import { documentCheckBody } from '@tendwell/contract/admin-documents'
import type { CaregiverDocument } from '@tendwell/contract/admin-people'
import { useWatch } from 'react-hook-form'
import { getErrorStatus } from '../../../../lib/errors.ts'
import { Field, useZodForm } from '../../../../lib/form.tsx'
import { useSubmit } from '../../../../lib/use-submit.ts'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { FormError } from '../../../../ui/form-error.tsx'
import { TextArea } from '../../../../ui/text-area.tsx'
import { consoleToast } from '../../console-toast.ts'
import { documentLabels } from '../../documents.ts'
import { useCheckDocumentMutation } from '../../records-api.ts'

interface AskAgainDialogProps {
  caregiver: { id: number; full_name: string }
  document: CaregiverDocument
  onClose: () => void
}

/** Asks the caregiver for a new copy of a document, with the reason that they read. */
export function AskAgainDialog({ caregiver, document, onClose }: AskAgainDialogProps) {
  const [check] = useCheckDocumentMutation()
  const form = useZodForm(documentCheckBody, {
    defaultValues: { file_id: document.file_id, result: 'ask_again', reason: '', expires_on: null },
  })
  const reason = useWatch({ control: form.control, name: 'reason' }) ?? ''
  const { submit, isPending, formError } = useSubmit(form, {
    send: (body, key) => check({ id: caregiver.id, kind: document.kind, body, key }).unwrap(),
    success: ({ message }) => message,
    failure: 'Failed to ask for the document',
    toasts: consoleToast,
    onSuccess: onClose,
    // There is another document now, which has to be looked at first.
    onFailure: (error) => {
      if (getErrorStatus(error) === 409) onClose()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      tone="primary"
      title="Ask for a new copy?"
      consequence={`${caregiver.full_name} is notified and mailed with your reason, and sees it beside “${documentLabels[document.kind]}” until they upload a new one. Their verification stays as it is.`}
      confirmLabel="Ask again"
      pendingLabel="Asking…"
      onConfirm={submit}
      isPending={isPending}
      isConfirmDisabled={reason.trim() === ''}
    >
      <Field form={form} name="reason">
        {(field) => (
          <TextArea
            label="Reason *"
            hint="Say what is wrong and what you need. The caregiver will see this."
            maxLength={1_000}
            rows={3}
            autoFocus
            {...field}
            value={field.value ?? ''}
          />
        )}
      </Field>
      <FormError message={formError} />
    </ConfirmDialog>
  )
}
