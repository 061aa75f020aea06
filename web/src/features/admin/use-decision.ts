import type { AdminCaregiver } from '@tendwell/contract/admin'
import { messageOf, statusOf } from '../../lib/errors.ts'
import { useSetVerificationMutation, useSetVerificationsMutation } from './api.ts'
import { consoleToast } from './console-toast.ts'
import type { RejectionWords } from './reject-dialog.tsx'
import type { ShownDocuments } from './shown-documents.ts'

export type Decision = 'verified' | 'rejected' | 'flagged'

const successes: Record<Decision, string> = {
  verified: 'Caregiver verified successfully',
  rejected: 'Caregiver rejected successfully',
  flagged: 'Caregiver flagged for review',
}
const failure = 'Failed to update verification status'

type Decided = Pick<AdminCaregiver, 'id' | 'document_ids'>

/** Decides on one caregiver, for the documents shown; true when nothing is left to confirm: the server took it, or others came. */
export function useDecision(caregiver: Decided, shown: ShownDocuments) {
  const [send, { isLoading, originalArgs }] = useSetVerificationMutation()
  const decide = async (decision: Decision, words?: RejectionWords) => {
    if (isLoading) return false
    try {
      const { id, document_ids } = caregiver
      await send({ id, body: { verification_status: decision, document_ids, ...words } }).unwrap()
      shown.decided(caregiver)
      consoleToast.success(successes[decision])
      return true
    } catch (error) {
      consoleToast.error(messageOf(error, failure))
      const isOutdated = statusOf(error) === 409
      if (isOutdated) shown.refused(caregiver)
      return isOutdated
    }
  }
  return { decide, pending: isLoading ? (originalArgs?.body.verification_status ?? null) : null }
}

/** The default texts of a bulk decision. @see docs/rules/console.md#verification-decisions */
export function bulkWords(decision: Decision): RejectionWords {
  return {
    rejection_reason: decision === 'rejected' ? 'Bulk rejection' : '',
    admin_notes: `Bulk ${decision} action`,
  }
}

/** Decides on several caregivers alike; true when the server took all of them. */
export function useBulkDecision(caregivers: readonly Decided[], shown: ShownDocuments) {
  const [send, { isLoading, originalArgs }] = useSetVerificationsMutation()
  const hasSome = () => {
    if (caregivers.length === 0) consoleToast.error('Please select caregivers first')
    return caregivers.length > 0
  }
  const decideAll = async (decision: Decision, words = bulkWords(decision)) => {
    if (isLoading || !hasSome()) return false
    const { data } = await send({ caregivers, body: { verification_status: decision, ...words } })
    for (const id of data?.done ?? []) shown.decided({ id })
    const isDone = data?.failed.length === 0
    if (isDone) consoleToast.success(`${caregivers.length} caregivers ${decision} successfully`)
    else consoleToast.error(failure)
    return isDone
  }
  return { decideAll, hasSome, pending: isLoading ? (originalArgs?.body.verification_status ?? null) : null }
}
