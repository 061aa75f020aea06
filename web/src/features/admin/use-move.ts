import type { Dispute } from '@tendwell/contract/disputes'
import { messageOf, statusOf } from '../../lib/errors.ts'
import { type DisputeStep, useMoveDisputeMutation } from './api.ts'
import { consoleToast } from './console-toast.ts'

const words: Record<DisputeStep, { success: string; failure: string }> = {
  escalate: { success: 'Dispute escalated successfully', failure: 'Failed to escalate dispute' },
  reject: { success: 'Dispute rejected successfully', failure: 'Failed to reject dispute' },
  close: { success: 'Dispute closed successfully', failure: 'Failed to close dispute' },
}

/**
 * Moves a dispute a step on. `done` also for a step that no longer can be taken: the dispute is read anew, and there
 * is nothing left to confirm.
 */
export function useMove({ id }: Pick<Dispute, 'id'>) {
  const [send, { isLoading, originalArgs }] = useMoveDisputeMutation()
  const move = async (step: DisputeStep, refundUsd: number | null = null): Promise<'done' | 'refused'> => {
    if (isLoading) return 'refused'
    try {
      await send({ id, step, ...(refundUsd && { refund_usd: refundUsd }) }).unwrap()
      consoleToast.success(words[step].success)
      return 'done'
    } catch (error) {
      consoleToast.error(messageOf(error, words[step].failure))
      return statusOf(error) === 409 ? 'done' : 'refused'
    }
  }
  return { move, running: isLoading ? (originalArgs?.step ?? null) : null }
}
