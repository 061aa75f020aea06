import { type ReactNode, useId } from 'react'
import type { useSubmit } from '../lib/forms/use-submit.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { FormError } from './form-error.tsx'

interface FormDialogProps {
  onClose: () => void
  title: string
  lead?: ReactNode
  /** Made by `useSubmit`. */
  submission: ReturnType<typeof useSubmit>
  /** The action's name: 'Send invitation'. */
  submitLabel: string
  /** The button's text while pending: 'Sending…'. */
  pendingLabel: string
  /** The fields. An error that belongs to none of them is shown below. */
  children: ReactNode
}

/** A dialog that is one form: fields, Cancel and a button that sends them. The caller closes it when they are sent. */
export function FormDialog(props: FormDialogProps) {
  const { onClose, title, lead, submission, submitLabel, pendingLabel, children } = props
  const { submit, isPending, formError } = submission
  const formId = useId()
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isPending={isPending}
      title={title}
      lead={lead}
      actions={
        <>
          <Button variant="secondary" onPress={onClose} isDisabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" form={formId} isPending={isPending}>
            {isPending ? pendingLabel : submitLabel}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-5">
        {children}
        <FormError message={formError} />
      </form>
    </Dialog>
  )
}
