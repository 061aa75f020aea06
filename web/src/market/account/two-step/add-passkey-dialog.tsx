import { renameFactorBody } from '@tendwell/contract/sign-in/two-step'
import { useState } from 'react'
import { Field, useZodForm } from '../../../lib/forms/form.tsx'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { successToast } from '../../../lib/toast.ts'
import { PasskeyNote } from '../../../shared/sign-in/passkey-note.tsx'
import { createPasskey, describePasskeyFailure } from '../../../shared/sign-in/passkeys.ts'
import { useAddPasskeyMutation, useAddPasskeyOptionsMutation } from '../../../shared/sign-in/two-step-api.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { proposeDeviceName } from './device-name.ts'

interface AddPasskeyDialogProps {
  /** Takes the recovery codes that come with the first factor. */
  onCodes: (codes: readonly string[] | null) => void
  onClose: () => void
}

/** Names a passkey and creates it in the browser's prompt. */
export function AddPasskeyDialog({ onCodes, onClose }: AddPasskeyDialogProps) {
  const form = useZodForm(renameFactorBody, { defaultValues: { name: proposeDeviceName() } })
  const [note, setNote] = useState<string | null>(null)
  const [getOptions] = useAddPasskeyOptionsMutation()
  const [addPasskey] = useAddPasskeyMutation()
  const submission = useSubmit(form, {
    send: async ({ name }) => {
      setNote(null)
      const passkey = await createPasskey(await getOptions().unwrap())
      return addPasskey({ name, passkey }).unwrap()
    },
    success: 'Passkey added',
    failure: 'Failed to add the passkey',
    onSuccess: ({ recovery_codes: codes }) => {
      onClose()
      onCodes(codes)
    },
    onFailure: (error) => setNote(describePasskeyFailure(error, 'create')),
    toasts: successToast,
  })
  return (
    <FormDialog
      onClose={onClose}
      title="Add a passkey"
      lead="Your browser will ask for your fingerprint, your face or your screen lock. You can also use a phone or a security key."
      submission={note ? { ...submission, formError: undefined } : submission}
      submitLabel="Create passkey"
      pendingLabel="Waiting for your passkey…"
    >
      <Field form={form} name="name">
        {(field) => (
          <TextField
            label="Name"
            hint="So you recognize it later. Only you see it."
            maxLength={40}
            autoComplete="off"
            {...field}
          />
        )}
      </Field>
      {note && <PasskeyNote note={{ text: note, isRefusal: false }} />}
    </FormDialog>
  )
}
