import type { AdminCaregiver } from '@tendwell/contract/admin'
import { messageOf } from '../../lib/errors.ts'
import { useSetVerificationMutation, useSetVerificationsMutation } from './api.ts'
import { consoleToast } from './console-toast.ts'
import type { RejectionWords } from './reject-dialog.tsx'

export type Decision = 'verified' | 'rejected' | 'flagged'

const successes: Record<Decision, string> = {
  verified: 'Caregiver verified successfully',
  rejected: 'Caregiver rejected successfully',
  flagged: 'Caregiver flagged for review',
}
const failure = 'Failed to update verification status'

/** Decides on one caregiver; true when the server took it. */
export function useDecision(caregiver: Pick<AdminCaregiver, 'id'>) {
  const [send, { isLoading, originalArgs }] = useSetVerificationMutation()
  const decide = async (decision: Decision, words?: RejectionWords) => {
    if (isLoading) return false
    try {
      await send({ id: caregiver.id, body: { verification_status: decision, ...words } }).unwrap()
      consoleToast.success(successes[decision])
      return true
    } catch (error) {
      consoleToast.error(messageOf(error, failure))
      return false
    }
  }
  return { decide, pending: isLoading ? (originalArgs?.body.verification_status ?? null) : null }
}

/** What a bulk rejection says unless the admin says more (admin specification §7). */
export function bulkWords(decision: Decision): RejectionWords {
  return {
    rejection_reason: decision === 'rejected' ? 'Bulk rejection' : '',
    admin_notes: `Bulk ${decision} action`,
  }
}

/** Decides on several caregivers alike; true when the server took all of them. */
export function useBulkDecision(caregivers: readonly Pick<AdminCaregiver, 'id'>[]) {
  const [send, { isLoading, originalArgs }] = useSetVerificationsMutation()
  const hasSome = () => {
    if (caregivers.length === 0) consoleToast.error('Please select caregivers first')
    return caregivers.length > 0
  }
  const decideAll = async (decision: Decision, words = bulkWords(decision)) => {
    if (isLoading || !hasSome()) return false
    const ids = caregivers.map(({ id }) => id)
    const { data } = await send({ ids, body: { verification_status: decision, ...words } })
    const isDone = data?.failed.length === 0
    if (isDone) consoleToast.success(`${ids.length} caregivers ${decision} successfully`)
    else consoleToast.error(failure)
    return isDone
  }
  return { decideAll, hasSome, pending: isLoading ? (originalArgs?.body.verification_status ?? null) : null }
}
