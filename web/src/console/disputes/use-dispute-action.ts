import type { Dispute } from '@tendwell/contract/safety/disputes'
import { isOutdated } from '../../lib/errors.ts'
import { threeSecondToast } from '../../lib/toast.ts'
import { type DisputeAction, type DisputeDecision, useDecideDisputeMutation } from './disputes-api.ts'

export const messages: Record<DisputeAction, { success: string; failure: string }> = {
  escalate: { success: 'Dispute escalated successfully', failure: 'Failed to escalate dispute' },
  reject: { success: 'Dispute rejected successfully', failure: 'Failed to reject dispute' },
  close: { success: 'Dispute closed successfully', failure: 'Failed to close dispute' },
}

/** Escalates, rejects or closes a dispute. */
export function useDisputeAction({ id }: Pick<Dispute, 'id'>) {
  const [decide, { isLoading, originalArgs }] = useDecideDisputeMutation()
  return {
    /** The pending action. */
    pending: isLoading ? (originalArgs?.decision.action ?? null) : null,
    send: (decision: DisputeDecision) => decide({ id, decision }).unwrap(),
  }
}

export type DisputeActions = ReturnType<typeof useDisputeAction>

/** What the dialog of an action does after its call, for `useAction` and `useSubmit`. */
export function actionOutcome(action: DisputeAction, onClose: () => void) {
  return {
    ...messages[action],
    toasts: threeSecondToast,
    onSuccess: onClose,
    // Another admin acted first, and the dispute reloads.
    onFailure: (error: unknown) => {
      if (isOutdated(error)) onClose()
    },
  }
}
