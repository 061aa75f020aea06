import { HOUR_MS } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import { findFirstPaymentDay } from '../../ledger/index.ts'
import { storeDailyRevenue, storeMonthlyEngagement } from './commands.ts'

const EVERY_MINUTES = 30
/** All transactions of a day have committed by an hour after its end. */
const SETTLED_AFTER_MS = HOUR_MS

/**
 * Sums past days and months, from the first payment on, without gaps.
 * @see docs/rules/console.md#analytics
 */
export function analyticsJobs(deps: Deps): void {
  // The names of jobs outlive those of slices: the queue may hold some of the release before.
  deps.jobs.everyMinutes(EVERY_MINUTES, 'admin.keep-analytics', async () => {
    const today = new Date(deps.clock.now().getTime() - SETTLED_AFTER_MS).toISOString().slice(0, 10)
    const first = await findFirstPaymentDay(deps.database)
    if (first === null) return
    await storeDailyRevenue(deps, first, today)
    await storeMonthlyEngagement(deps, first, today)
  })
}
