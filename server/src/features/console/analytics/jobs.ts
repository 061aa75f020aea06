import { HOUR_MS } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import { findFirstPaymentDay } from '../../ledger/index.ts'
import { storeDailyRevenue, storeMonthlyEngagement } from './commands.ts'

const EVERY_MINUTES = 30
/** How long after a day's end it is summed: by then all its transactions have committed. */
const SETTLED_AFTER_MS = HOUR_MS

/**
 * Stores the figures of past days and months, from the day of the first payment on, without gaps.
 * @see docs/rules/console.md#analytics
 */
export function analyticsJobs(deps: Deps): void {
  // The name begins with `admin`, an earlier slice's name: jobs keep theirs, as some may still be queued.
  deps.jobs.everyMinutes(EVERY_MINUTES, 'admin.keep-analytics', async () => {
    const today = new Date(deps.clock.now().getTime() - SETTLED_AFTER_MS).toISOString().slice(0, 10)
    const first = await findFirstPaymentDay(deps.database)
    if (first === null) return
    await storeDailyRevenue(deps, first, today)
    await storeMonthlyEngagement(deps, first, today)
  })
}
