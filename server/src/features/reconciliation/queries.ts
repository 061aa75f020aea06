import type { Reconciliation } from '@tendwell/contract/payments/reconciliation'
import { count, desc } from 'drizzle-orm'
import type { Reader } from '../../platform/database/database.ts'
import { getOffset, type PageRequest } from '../../platform/database/paging.ts'
import { listChargesAndRefunds } from '../payments/index.ts'
import { listTransfers } from '../payouts/index.ts'
import type { Movement } from './compare.ts'
import { reconciliations } from './tables.ts'

/**
 * The movements of our balance at the provider that we recorded in a span, and all those with these
 * references.
 */
export async function listRecordedMovements(
  reader: Reader,
  provider: string,
  span: { from: Date; until: Date },
  references: string[],
): Promise<Movement[]> {
  const rows = [
    ...(await listChargesAndRefunds(reader, provider, span, references)),
    ...(await listTransfers(reader, provider, span, references)),
  ]
  return rows.flatMap(({ reference, amountCents }) => (reference ? [{ reference, amountCents }] : []))
}

/** The end of the span that the newest report compared; null before the first report. */
export async function findComparedUntil(reader: Reader): Promise<Date | null> {
  const [last] = await reader
    .select({ untilAt: reconciliations.untilAt })
    .from(reconciliations)
    .orderBy(desc(reconciliations.untilAt))
    .limit(1)
  return last?.untilAt ?? null
}

/** A page of the reports, newest first. */
export async function listReports(
  reader: Reader,
  query: PageRequest,
): Promise<{ count: number; results: Reconciliation[] }> {
  const [total] = await reader.select({ count: count() }).from(reconciliations)
  const rows = await reader
    .select()
    .from(reconciliations)
    .orderBy(desc(reconciliations.id))
    .limit(query.page_size)
    .offset(getOffset(query))
  return {
    count: total?.count ?? 0,
    results: rows.map((row) => ({
      id: row.id,
      created_at: row.createdAt.toISOString(),
      provider: row.provider,
      from: row.fromAt.toISOString(),
      until: row.untilAt.toISOString(),
      compared: row.compared,
      difference_count: row.differenceCount,
      differences: row.differences,
    })),
  }
}
