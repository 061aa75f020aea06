import { DAY_MS, MINUTE_MS } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { reportStuckPayout, scheduleProcess } from '../commands.ts'
import { claimStalledPayouts } from '../store.ts'

const WAIT_MS = 10 * MINUTE_MS
const REPORTED_AFTER_MS = 10 * DAY_MS

/**
 * Continues payouts that a lost webhook, a crash or a refusal left unfinished, and reports those that are
 * unfinished for 10 days.
 * @see docs/rules/money.md#payouts
 */
export async function recoverPayouts(deps: Deps): Promise<void> {
  await withTransaction(deps.database, async (transaction) => {
    const now = deps.clock.now()
    for (const payout of await claimStalledPayouts(transaction, now, new Date(now.getTime() - WAIT_MS))) {
      await scheduleProcess(transaction, deps, payout.id)
      const ageMs = now.getTime() - payout.createdAt.getTime()
      if (ageMs > REPORTED_AFTER_MS) await reportStuckPayout(transaction, deps, payout)
    }
  })
}
