import type { Dispute } from '@tendwell/contract/disputes'
import { fieldErrorsOf, messageOf, statusOf } from '../../lib/errors.ts'
import { type DisputeStep, useMoveDisputeMutation } from './api.ts'
import { consoleToast } from './console-toast.ts'

const words: Record<DisputeStep, { success: string; failure: string }> = {
  escalate: { success: 'Dispute escalated successfully', failure: 'Failed to escalate dispute' },
  reject: { success: 'Dispute rejected successfully', failure: 'Failed to reject dispute' },
  close: { success: 'Dispute closed successfully', failure: 'Failed to close dispute' },
}

interface Outcome {
  /** Also for a step that no longer can be taken: the dispute is read anew, and there is nothing left to confirm. */
  isDone: boolean
  /** What the server says against the refund, to be shown at its field; any other refusal was told by then. */
  refundError?: string | undefined
}

/** Moves a dispute a step on. */
export function useMove({ id }: Pick<Dispute, 'id'>) {
  const [send, { isLoading, originalArgs }] = useMoveDisputeMutation()
  const move = async (step: DisputeStep, refundUsd: number | null = null): Promise<Outcome> => {
    if (isLoading) return { isDone: false }
    try {
      await send({ id, step, ...(refundUsd && { refund_usd: refundUsd }) }).unwrap()
      consoleToast.success(words[step].success)
      return { isDone: true }
    } catch (error) {
      const { refund_usd: refundError } = fieldErrorsOf(error)
      if (!refundError) consoleToast.error(messageOf(error, words[step].failure))
      return { isDone: statusOf(error) === 409, refundError }
    }
  }
  return { move, running: isLoading ? (originalArgs?.step ?? null) : null }
}
