import { z } from 'zod'
import { Field, useZodForm } from '../../lib/forms/form.tsx'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { useDecideReportMutation } from '../common/reports/reports-api.ts'
import { type DecisionDialogProps, describeDecided, getOutcome } from './decision-outcome.ts'
import { NoteField, noteSchema } from './note-field.tsx'

/** Closes a report without action, with an optional note, which it keeps while it is closed. */
export function DismissDialog({ report, isOpen, onClose }: DecisionDialogProps) {
  const [decide] = useDecideReportMutation()
  const form = useZodForm(z.object({ note: noteSchema }), { defaultValues: { note: '' } })
  const { submit, isPending, formError } = useSubmit(form, {
    send: ({ note }) => decide({ id: report.id, body: { measures: [], note } }).unwrap(),
    success: 'Report dismissed',
    ...getOutcome({ onClose }),
  })
  const decided = describeDecided(report)
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Dismiss report #${report.id}?`}
      consequence={`Nothing changes for ${report.reported.name}, and they aren’t notified. Everyone who reported it gets a note that we found nothing against our rules.`}
      confirmLabel="Dismiss"
      pendingLabel="Saving…"
      tone="primary"
      onConfirm={submit}
      isPending={isPending}
      isConfirmDisabled={decided !== undefined}
    >
      <Field form={form} name="note">
        {(field) => <NoteField {...field} />}
      </Field>
      <FormError message={decided ?? formError} />
    </ConfirmDialog>
  )
}
