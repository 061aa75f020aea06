import { VIEW_NAME_MAXIMUM, type ViewScreen, viewBody } from '@tendwell/contract/console/views'
import { useEffect } from 'react'
import { Field, useZodForm } from '../../../lib/forms/form.tsx'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { threeSecondToast } from '../../../lib/toast.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useSaveViewMutation } from './lists-api.ts'

interface SaveViewDialogProps {
  viewsOf: ViewScreen
  query: string
  onClose: () => void
}

/** Asks for the name of a view. */
export function SaveViewDialog({ viewsOf, query, onClose }: SaveViewDialogProps) {
  const [saveView] = useSaveViewMutation()
  const form = useZodForm(viewBody, { defaultValues: { screen: viewsOf, query, name: '' } })
  const submission = useSubmit(form, {
    send: (body, key) => saveView({ body, key }).unwrap(),
    success: ({ name }) => `View “${name}” saved`,
    failure: 'Failed to save the view',
    toasts: threeSecondToast,
    onSuccess: onClose,
  })
  const { setFocus } = form
  useEffect(() => setFocus('name'), [setFocus])
  return (
    <FormDialog
      onClose={onClose}
      title="Save current view"
      lead="Keeps the search, filters, tab and order of this screen, for you only."
      submission={submission}
      submitLabel="Save view"
      pendingLabel="Saving…"
    >
      <Field form={form} name="name">
        {(field) => <TextField label="Name" maxLength={VIEW_NAME_MAXIMUM} {...field} />}
      </Field>
    </FormDialog>
  )
}
