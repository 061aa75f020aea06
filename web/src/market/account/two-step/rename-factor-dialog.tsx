import { renameFactorBody } from '@tendwell/contract/sign-in/two-step'
import { useId } from 'react'
import { Field, useZodForm } from '../../../lib/forms/form.tsx'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { useRenameFactorMutation } from '../../../shared/sign-in/two-step-api.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { Factor } from './factor.ts'

/** Gives a passkey or the authenticator app another name. */
export function RenameFactorDialog({ factor, onClose }: { factor: Factor; onClose: () => void }) {
  const formId = useId()
  const form = useZodForm(renameFactorBody, { defaultValues: { name: factor.name } })
  const [rename] = useRenameFactorMutation()
  const { submit, isPending, formError } = useSubmit(form, {
    send: ({ name }) => rename({ factor: factor.path, name }).unwrap(),
    success: 'Name saved',
    failure: 'Failed to save the name',
    onSuccess: onClose,
  })
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Rename ${factor.name}`}
      actions={
        <>
          <Button variant="secondary" onPress={onClose} isDisabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" form={formId} isPending={isPending}>
            {isPending ? 'Saving…' : 'Save name'}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-5">
        <Field form={form} name="name">
          {(field) => <TextField label="Name" maxLength={40} autoComplete="off" autoFocus {...field} />}
        </Field>
        <FormError message={formError} />
      </form>
    </Dialog>
  )
}
