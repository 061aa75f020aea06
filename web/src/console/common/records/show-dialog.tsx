import { ACCESS_REASON_NAMES, ACCESS_REASONS, type AccessReason } from '@tendwell/contract/staff/staff-access'
import { useState } from 'react'
import { useAction } from '../../../lib/forms/use-action.ts'
import { threeSecondToast } from '../../../lib/toast.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Select } from '../../../ui/select.tsx'

const reasons = ACCESS_REASONS.map((id) => ({ id, label: ACCESS_REASON_NAMES[id] }))

interface ShowDialogProps {
  /** A question: 'Show contact details?' */
  title: string
  show: (reason: AccessReason) => Promise<unknown>
  onClose: () => void
}

/** Asks why before it shows somebody's data. @see docs/rules/console.md#what-is-read-is-recorded */
export function ShowDialog({ title, show, onClose }: ShowDialogProps) {
  const [reason, setReason] = useState<AccessReason | null>(null)
  const { run, isPending } = useAction({
    send: show,
    failure: 'Failed to show it',
    toasts: threeSecondToast,
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={title}
      consequence="This is recorded. Those it’s about can see when and why it was opened, but not by whom."
      tone="primary"
      confirmLabel="Show"
      pendingLabel="Opening…"
      onConfirm={() => reason && run(reason)}
      isPending={isPending}
      isConfirmDisabled={reason === null}
    >
      <Select label="Reason" isRequired options={reasons} value={reason} onChange={setReason} />
    </ConfirmDialog>
  )
}
