import type { Deps } from '../../../deps.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { lacksChargedBackMoney } from '../../payments/index.ts'
import { completePayoutReturn, startPayoutReturn } from '../commands.ts'
import { lockUnsentPayouts } from '../store.ts'

const STOP_REASON = 'Stopped, because a family’s bank takes its payment back'

/**
 * Cancels a payee's unsent payouts, newest first, until all money of their charged-back payments is in escrow
 * or on hold. What a canceled payout returns goes on hold.
 * @see docs/rules/money.md#chargebacks
 */
export async function stopPayouts(
  deps: Pick<Deps, 'clock' | 'database' | 'jobs'>,
  { payeeId }: { payeeId: number },
): Promise<void> {
  await withTransaction(deps.database, async (transaction) => {
    for (const payout of await lockUnsentPayouts(transaction, payeeId)) {
      if (!(await lacksChargedBackMoney(transaction, payeeId))) return
      await startPayoutReturn(transaction, deps, payout, { outcome: 'canceled', reason: STOP_REASON })
      await completePayoutReturn(transaction, deps, { ...payout, outcome: 'canceled' })
    }
  })
}
