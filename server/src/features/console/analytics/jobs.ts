import { HOUR_MS } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import { findFirstPaymentDay } from '../../ledger/index.ts'
import { storeMonthlyEngagement, storePastDays } from './commands.ts'
import { findFirstActiveMonth } from './queries.ts'

const EVERY_MINUTES = 30
/** How long after its end a day is summed: by then all its transactions have committed. */
const SETTLED_AFTER_MS = HOUR_MS

/**
 * Stores the figures of past days and months, from the first payment or use on, without gaps.
 * @see docs/rules/console.md#analytics
 */
export function analyticsJobs(deps: Deps): void {
  // `admin` is this slice's earlier name. A job keeps its name, because some may still be queued.
  deps.jobs.everyMinutes(EVERY_MINUTES, 'admin.keep-analytics', async () => {
    // All UTC days before this one ended at least `SETTLED_AFTER_MS` ago.
    const endDay = new Date(deps.clock.now().getTime() - SETTLED_AFTER_MS).toISOString().slice(0, 10)
    const firstDays = [await findFirstPaymentDay(deps.database), await findFirstActiveMonth(deps.database)]
    const [firstDay] = firstDays.filter((day) => day !== null).sort()
    if (firstDay === undefined) return
    await storePastDays(deps, firstDay, endDay)
    await storeMonthlyEngagement(deps, firstDay, endDay)
  })
}
