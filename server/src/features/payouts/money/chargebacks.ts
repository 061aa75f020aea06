import type { Deps } from '../../../deps.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { lacksChargedBackMoney } from '../../payments/index.ts'
import { completePayoutReturn, startPayoutReturn } from '../commands.ts'
import { lockUnsentPayouts } from '../store.ts'

const STOPPED = 'Stopped, because a family’s bank takes its payment back'

/**
 * Cancels the payouts of a payee that were not sent yet, newest first, until they lack no money of payments
 * that are charged back; what comes back goes on hold.
 * @see docs/rules/money.md#chargebacks
 */
export async function stopPayouts(
  deps: Pick<Deps, 'clock' | 'database' | 'jobs'>,
  { payeeId }: { payeeId: number },
): Promise<void> {
  await withTransaction(deps.database, async (transaction) => {
    for (const payout of await lockUnsentPayouts(transaction, payeeId)) {
      if (!(await lacksChargedBackMoney(transaction, payeeId))) return
      await startPayoutReturn(transaction, deps, payout, { outcome: 'canceled', reason: STOPPED })
      await completePayoutReturn(transaction, deps, { ...payout, outcome: 'canceled' })
    }
  })
}
