import { sql } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import { reconciliations } from './tables.ts'

/** The metrics have no values before the first reconciliation. */
export function reconciliationMetrics({ metrics, clock }: Deps): void {
  metrics.addQuery({
    name: 'tendwell_reconciliation_differences',
    help: 'Differences that the last reconciliation found between the ledger, our records and the provider',
    query: () => sql`
      SELECT ${reconciliations.differenceCount} AS value FROM ${reconciliations}
      ORDER BY ${reconciliations.id} DESC LIMIT 1`,
  })
  metrics.addQuery({
    name: 'tendwell_ledger_broken',
    help: 'Whether the last reconciliation found the ledger wrong or could not check it',
    query: () => sql`
      SELECT (${reconciliations.differences} @> '[{"kind": "ledger_broken"}]')::int AS value FROM ${reconciliations}
      ORDER BY ${reconciliations.id} DESC LIMIT 1`,
  })
  metrics.addQuery({
    name: 'tendwell_reconciliation_age_seconds',
    help: 'How long ago the last reconciliation was',
    query: () => sql`
      SELECT extract(epoch FROM ${clock.now().toISOString()}::timestamptz - ${reconciliations.createdAt}) AS value
      FROM ${reconciliations} ORDER BY ${reconciliations.id} DESC LIMIT 1`,
  })
}
