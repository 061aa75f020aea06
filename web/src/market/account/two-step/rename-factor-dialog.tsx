import { renameFactorBody } from '@tendwell/contract/sign-in/two-step'
import { Field, useZodForm } from '../../../lib/forms/form.tsx'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { useRenameFactorMutation } from '../../../shared/sign-in/two-step-api.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { Factor } from './factor.ts'

/** Gives a passkey or the authenticator app another name. */
export function RenameFactorDialog({ factor, onClose }: { factor: Factor; onClose: () => void }) {
  const form = useZodForm(renameFactorBody, { defaultValues: { name: factor.name } })
  const [rename] = useRenameFactorMutation()
  const submission = useSubmit(form, {
    send: ({ name }) => rename({ factor: factor.path, name }).unwrap(),
    success: 'Name saved',
    failure: 'Failed to save the name',
    onSuccess: onClose,
  })
  return (
    <FormDialog
      onClose={onClose}
      title={`Rename ${factor.name}`}
      submission={submission}
      submitLabel="Save name"
      pendingLabel="Saving…"
    >
      <Field form={form} name="name">
        {(field) => <TextField label="Name" maxLength={40} autoComplete="off" autoFocus {...field} />}
      </Field>
    </FormDialog>
  )
}
