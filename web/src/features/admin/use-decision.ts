import type { AdminCaregiver } from '@tendwell/contract/admin'
import { messageOf } from '../../lib/errors.ts'
import { toast } from '../../ui/toast.ts'
import { useSetVerificationMutation } from './api.ts'

export type Decision = 'verified' | 'rejected' | 'flagged'

const successes: Record<Decision, string> = {
  verified: 'Caregiver verified successfully',
  rejected: 'Caregiver rejected successfully',
  flagged: 'Caregiver flagged for review',
}

/** Decides on one caregiver; true when the server took it. */
export function useDecision(caregiver: Pick<AdminCaregiver, 'id'>) {
  const [send, { isLoading, originalArgs }] = useSetVerificationMutation()
  const decide = async (
    decision: Decision,
    words: { rejection_reason?: string; admin_notes?: string } = {},
  ) => {
    if (isLoading) return false
    try {
      await send({ id: caregiver.id, body: { verification_status: decision, ...words } }).unwrap()
      toast.success(successes[decision])
      return true
    } catch (error) {
      toast.error(messageOf(error, 'Failed to update verification status'))
      return false
    }
  }
  return { decide, pending: isLoading ? (originalArgs?.body.verification_status ?? null) : null }
}
