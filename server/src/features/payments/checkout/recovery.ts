import { MINUTE_MS } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { claimStalledRefunds } from '../refunds/store.ts'
import { claimStalledPayments } from '../store.ts'
import { publishCaptured, scheduleRefund, scheduleSync } from '../webhooks/events.ts'

/** How long a payment may stay open, or captured, before `recoverPayments` looks at it. */
const WAITS = { openMs: 3 * MINUTE_MS, capturedMs: MINUTE_MS }

/**
 * Continues payments and refunds that a lost webhook, a closed tab or a crash left unfinished: syncs open
 * payments with the provider, publishes captured ones again and retries refunds.
 * @see docs/rules/money.md#confirming-a-payment
 */
export async function recoverPayments(deps: Deps): Promise<void> {
  await withTransaction(deps.database, async (transaction) => {
    for (const payment of await claimStalledPayments(transaction, deps.clock.now(), WAITS)) {
      if (payment.status === 'captured') await publishCaptured(transaction, deps, payment)
      else await scheduleSync(transaction, deps, payment.id)
    }
    for (const { id } of await claimStalledRefunds(transaction, deps.clock.now())) {
      await scheduleRefund(transaction, deps, id)
    }
  })
}
