import { VIEW_NAME_MAXIMUM, type ViewScreen, viewBody } from '@tendwell/contract/console/views'
import { useEffect, useId } from 'react'
import { Field, useZodForm } from '../../../lib/forms/form.tsx'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { consoleToast } from '../console-toast.ts'
import { useSaveViewMutation } from './lists-api.ts'

interface SaveViewDialogProps {
  screen: ViewScreen
  query: string
  onClose: () => void
}

/** Asks for the name of a view. */
export function SaveViewDialog({ screen, query, onClose }: SaveViewDialogProps) {
  const [saveView] = useSaveViewMutation()
  const form = useZodForm(viewBody, { defaultValues: { screen, query, name: '' } })
  const { submit, isPending, formError } = useSubmit(form, {
    send: (body, key) => saveView({ body, key }).unwrap(),
    success: ({ name }) => `View “${name}” saved`,
    failure: 'Failed to save the view',
    toasts: consoleToast,
    onSuccess: onClose,
  })
  const formId = useId()
  const { setFocus } = form
  useEffect(() => setFocus('name'), [setFocus])
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Save current view"
      lead="Keeps the search, filters, tab and order of this screen, for you only."
      actions={
        <>
          <Button variant="secondary" onPress={onClose} isDisabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" form={formId} isPending={isPending}>
            {isPending ? 'Saving…' : 'Save view'}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field form={form} name="name">
          {(field) => <TextField label="Name" maxLength={VIEW_NAME_MAXIMUM} {...field} />}
        </Field>
        <FormError message={formError} />
      </form>
    </Dialog>
  )
}
