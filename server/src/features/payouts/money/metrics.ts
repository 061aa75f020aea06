import { sql } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import { payouts } from '../tables.ts'

export function payoutsMetrics({ metrics, clock }: Deps): void {
  metrics.addQuery({
    name: 'tendwell_payouts_oldest_unfinished_seconds',
    help: 'The age of the oldest payout that has neither arrived nor failed',
    query: () => sql`
      SELECT coalesce(extract(epoch FROM ${clock.now().toISOString()}::timestamptz - min(${payouts.createdAt})), 0) AS value
      FROM ${payouts} WHERE ${payouts.status} IN ('pending', 'processing', 'returning')`,
  })
}
