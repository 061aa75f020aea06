import type { Deps } from '../../deps.ts'
import { withTransaction } from '../../platform/database.ts'
import { reportStuckPayout, scheduleAdvance } from './commands.ts'
import { claimStalledPayouts } from './store.ts'

const WAIT_MS = 10 * 60_000
/** A payout that is under way for longer is told of, whatever the provider says of it. */
const REPORTED_AFTER_MS = 10 * 86_400_000

/**
 * Heals what a lost webhook, a crash or a refusal has left: payouts that hang are asked about at the provider, and admins
 * are told of those that hang for days.
 */
export async function recoverPayouts(deps: Deps): Promise<void> {
  await withTransaction(deps.database, async (transaction) => {
    const now = deps.clock.now()
    for (const payout of await claimStalledPayouts(transaction, now, new Date(now.getTime() - WAIT_MS))) {
      await scheduleAdvance(transaction, deps, payout.id)
      const ageMs = now.getTime() - payout.createdAt.getTime()
      if (ageMs > REPORTED_AFTER_MS) await reportStuckPayout(transaction, deps, payout)
    }
  })
}
