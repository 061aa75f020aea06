import type { ReactNode } from 'react'
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
  return (
    <Dialog
      role="alertdialog"
      isOpen={isOpen}
      onClose={isPending ? () => undefined : onClose}
      title={title}
      lead={consequence}
      actions={
        <>
          <Button variant="secondary" onPress={onClose} isDisabled={isPending}>
            {cancelLabel}
          </Button>
          <Button variant={tone} onPress={onConfirm} isPending={isPending} isDisabled={isConfirmDisabled}>
            {isPending ? (pendingLabel ?? confirmLabel) : confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
