import type { Dispute } from '@tendwell/contract/disputes'
import { getErrorStatus } from '../../../lib/errors.ts'
import { type DisputeAction, useActOnDisputeMutation } from '../api.ts'
import { consoleToast } from '../console-toast.ts'

const messages: Record<DisputeAction, { success: string; failure: string }> = {
  escalate: { success: 'Dispute escalated successfully', failure: 'Failed to escalate dispute' },
  reject: { success: 'Dispute rejected successfully', failure: 'Failed to reject dispute' },
  close: { success: 'Dispute closed successfully', failure: 'Failed to close dispute' },
}

/** Escalates, rejects or closes a dispute. */
export function useDisputeAction({ id }: Pick<Dispute, 'id'>) {
  const [send, { isLoading, originalArgs }] = useActOnDisputeMutation()
  return {
    /** The pending action. */
    pending: isLoading ? (originalArgs?.action ?? null) : null,
    send: (action: DisputeAction, refundUsd?: number | null) =>
      send({ id, action, ...(refundUsd && { refund_usd: refundUsd }) }).unwrap(),
  }
}

export type DisputeActions = ReturnType<typeof useDisputeAction>

/** What the dialog of an action does after its call, for `useAction` and `useSubmit`. */
export function actionOutcome(action: DisputeAction, onClose: () => void) {
  return {
    ...messages[action],
    toasts: consoleToast,
    onSuccess: onClose,
    // Another admin acted first, and the dispute reloads.
    onFailure: (error: unknown) => {
      if (getErrorStatus(error) === 409) onClose()
    },
  }
}
