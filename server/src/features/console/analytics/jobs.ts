import { HOUR_MS } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import { findFirstPaymentDay } from '../../ledger/index.ts'
import { storeDailyRevenue, storeMonthlyEngagement } from './commands.ts'

const EVERY_MINUTES = 30
/** How long after its end a day is summed: by then all its transactions have committed. */
const SETTLED_AFTER_MS = HOUR_MS

/**
 * Stores the figures of past days and months, from the day of the first payment on, without gaps.
 * @see docs/rules/console.md#analytics
 */
export function analyticsJobs(deps: Deps): void {
  // `admin` is this slice's earlier name. A job keeps its name, because some may still be queued.
  deps.jobs.everyMinutes(EVERY_MINUTES, 'admin.keep-analytics', async () => {
    // All UTC days before this one ended at least `SETTLED_AFTER_MS` ago.
    const endDay = new Date(deps.clock.now().getTime() - SETTLED_AFTER_MS).toISOString().slice(0, 10)
    const firstPaymentDay = await findFirstPaymentDay(deps.database)
    if (firstPaymentDay === null) return
    await storeDailyRevenue(deps, firstPaymentDay, endDay)
    await storeMonthlyEngagement(deps, firstPaymentDay, endDay)
  })
}
