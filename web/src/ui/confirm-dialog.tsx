import { type FormEvent, type ReactNode, useId } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  isOpen: boolean
  onClose: () => void
  /** A question: 'Reject this request?' */
  title: string
  /** What will happen, in a sentence or two. */
  consequence: ReactNode
  /** The action's name: 'Reject request', never 'OK'. */
  confirmLabel: string
  /** The button's text while pending: 'Rejecting…'. */
  pendingLabel?: string
  cancelLabel?: string
  onConfirm: () => void
  isPending?: boolean
  isConfirmDisabled?: boolean
  tone?: 'danger' | 'primary'
  /** A field, such as for the reason. */
  children?: ReactNode
}

/** Asks before an action that can't be undone. The caller closes it when the action is done. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, onClose, title, consequence, confirmLabel, pendingLabel, onConfirm, children } = props
  const { isPending = false, isConfirmDisabled = false, tone = 'danger', cancelLabel = 'Cancel' } = props
  const formId = useId()
  const confirm = (event: FormEvent) => {
    event.preventDefault()
    // It may be rendered by a form, which this is not an answer to.
    event.stopPropagation()
    if (!isConfirmDisabled) onConfirm()
  }
  return (
    <Dialog
      role="alertdialog"
      isOpen={isOpen}
      onClose={onClose}
      isPending={isPending}
      title={title}
      lead={consequence}
      actions={
        <>
          <Button variant="secondary" onPress={onClose} isDisabled={isPending}>
            {cancelLabel}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={tone}
            isPending={isPending}
            isDisabled={isConfirmDisabled}
          >
            {isPending ? (pendingLabel ?? confirmLabel) : confirmLabel}
          </Button>
        </>
      }
    >
      {/* A form, so that Enter in a field of one line confirms as well. */}
      <form id={formId} onSubmit={confirm} noValidate className="contents">
        {children}
      </form>
    </Dialog>
  )
}
