import type { AdminPendingChange, ChangeDecision } from '@tendwell/contract/console/users'
import { getErrorStatus } from '../../lib/errors.ts'
import { useDecideChangeMutation } from '../common/decisions/decisions-api.ts'
import type { ReviewedRows } from '../common/decisions/reviewed-rows.ts'

export const changeFailure = 'Failed to save the decision'

/** Sends decisions on new names and photos. Each resolves to the message for the toast. */
export function useChangeDecision(reviewed: ReviewedRows<AdminPendingChange>) {
  const [decideChange] = useDecideChangeMutation()
  return async (change: AdminPendingChange, decided: { decision: ChangeDecision; reason?: string }) => {
    const { id } = change
    try {
      const body = { change_id: reviewed.get(change).change_id, ...decided }
      const { message } = await decideChange({ id, body }).unwrap()
      reviewed.forget(id)
      return message
    } catch (error) {
      // Another change waits now. The list reloads, and the next decision applies to that one.
      if (getErrorStatus(error) === 409) reviewed.forget(id)
      throw error
    }
  }
}
