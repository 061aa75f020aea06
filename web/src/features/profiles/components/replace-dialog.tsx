import type { VerificationStatus } from '@tendwell/contract/profiles'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'

interface ReplaceDialogProps {
  isOpen: boolean
  status: VerificationStatus
  onClose: () => void
  onConfirm: () => void
}

/** New documents set a verified or rejected caregiver back to pending. @see docs/rules/profiles-and-files.md#verification */
export function needsConfirmation(status: VerificationStatus): boolean {
  return status === 'verified' || status === 'rejected'
}

export function ReplaceDialog({ isOpen, status, onClose, onConfirm }: ReplaceDialogProps) {
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={onConfirm}
      tone="primary"
      title="Send for verification again?"
      consequence={
        status === 'verified'
          ? 'Your status goes back to Pending Verification until we’ve checked your documents. Until then, families can’t find or book you, and can’t pay open requests. Bookings that are already paid stay.'
          : 'Your status goes back to Pending Verification, and we’ll review your profile again.'
      }
      confirmLabel="Send"
    />
  )
}
