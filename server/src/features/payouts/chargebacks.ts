import type { Deps } from '../../deps.ts'
import { withTransaction } from '../../platform/database.ts'
import { extendHold, lockChargedBack } from '../payments/index.ts'
import { completePayoutReturn, startPayoutReturn } from './commands.ts'
import { lockUnsentPayouts } from './store.ts'

const STOPPED = 'Stopped, because a family’s bank takes its payment back'

/**
 * Cancels the payouts of a payment's payee that were not sent yet, as far as they have money of a payment that is charged
 * back, and holds that money.
 * @see docs/rules/money.md#chargebacks
 */
export async function stopPayouts(
  deps: Pick<Deps, 'clock' | 'database' | 'jobs'>,
  { paymentId, payeeId }: { paymentId: number; payeeId: number },
): Promise<void> {
  await withTransaction(deps.database, async (transaction) => {
    const found = await lockChargedBack(transaction, paymentId)
    if (!found || found.missingCents === 0) return
    let { missingCents } = found
    for (const payout of await lockUnsentPayouts(transaction, payeeId)) {
      if (missingCents <= 0) break
      await startPayoutReturn(transaction, deps, payout, { outcome: 'canceled', reason: STOPPED })
      await completePayoutReturn(transaction, deps, { ...payout, outcome: 'canceled' })
      missingCents -= payout.amountCents
    }
    await extendHold(transaction, deps, found.payment)
  })
}
