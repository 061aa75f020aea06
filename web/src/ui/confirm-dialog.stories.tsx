import { ConfirmDialog } from './confirm-dialog.tsx'
import { TextArea } from './text-area.tsx'

const close = () => {}
const question = {
  isOpen: true,
  onClose: close,
  onConfirm: close,
  title: 'Reject this request?',
  consequence: 'Fay Hart will be notified. You can’t undo this.',
  confirmLabel: 'Reject request',
  pendingLabel: 'Rejecting…',
}

export default { component: ConfirmDialog }

export const Danger = () => <ConfirmDialog {...question} />

export const Pending = () => <ConfirmDialog {...question} isPending />

export const WithReason = () => (
  <ConfirmDialog {...question} title="Reject Nora Lind?" confirmLabel="Reject caregiver" isConfirmDisabled>
    <TextArea label="Rejection Reason" value="" onChange={close} maxLength={1000} />
  </ConfirmDialog>
)

export const Primary = () => (
  <ConfirmDialog
    {...question}
    tone="primary"
    title="Close this dispute?"
    consequence="The money that was held goes to Nora Lind."
    confirmLabel="Close Dispute"
  />
)
