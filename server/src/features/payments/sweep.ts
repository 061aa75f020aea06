import type { Deps } from '../../deps.ts'
import { withTransaction } from '../../platform/database.ts'
import { publishCaptured, scheduleAdvance, scheduleRefund } from './events.ts'
import { claimStalledRefunds } from './refund-store.ts'
import { claimStalledPayments } from './store.ts'

const WAITS = { openMs: 3 * 60_000, moneyMs: 60_000 }

/**
 * Heals what a lost webhook, a closed tab or a crash has left: open payments are asked about at the provider,
 * captured ones are told of again, refunds are asked for again.
 */
export async function recoverPayments(deps: Deps): Promise<void> {
  await withTransaction(deps.database, async (transaction) => {
    for (const payment of await claimStalledPayments(transaction, deps.clock.now(), WAITS)) {
      if (payment.status === 'captured') await publishCaptured(transaction, deps, payment)
      else await scheduleAdvance(transaction, deps, payment.id)
    }
    for (const { id } of await claimStalledRefunds(transaction, deps.clock.now())) {
      await scheduleRefund(transaction, deps, id)
    }
  })
}
