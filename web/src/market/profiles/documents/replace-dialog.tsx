import type { VerificationStatus } from '@tendwell/contract/profiles/profiles'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'

interface ReplaceDialogProps {
  isOpen: boolean
  status: VerificationStatus
  title: string
  confirmLabel: string
  onClose: () => void
  onConfirm: () => void
}

/**
 * New documents set a verified or rejected caregiver back to pending.
 * @see docs/rules/profiles-and-files.md#verification
 */
export function needsConfirmation(status: VerificationStatus): boolean {
  return status === 'verified' || status === 'rejected'
}

export function ReplaceDialog({ status, ...dialog }: ReplaceDialogProps) {
  return (
    <ConfirmDialog
      {...dialog}
      tone="primary"
      consequence={
        status === 'verified'
          ? 'Your status goes back to Pending Verification until we’ve checked your documents. Until then, families can’t find or book you, and can’t pay open requests. Paid bookings aren’t affected.'
          : 'Your status goes back to Pending Verification, and we’ll review your profile again.'
      }
    />
  )
}
