import { centsFromUsd } from '@tendwell/contract/money'
import type { ReconciliationDifference } from '@tendwell/contract/payments/reconciliation'
import { inArray } from 'drizzle-orm'
import type { Transaction } from '../../platform/database/database.ts'
import { reconciliationDifferences, reconciliations } from './tables.ts'

/** @returns the report's id */
export async function insertReport(
  transaction: Transaction,
  values: typeof reconciliations.$inferInsert,
): Promise<number> {
  const [report] = await transaction.insert(reconciliations).values(values).returning()
  return report?.id as number
}

type DifferenceRow = typeof reconciliationDifferences.$inferSelect

/**
 * Stores a report's differences, except those that a report before found too.
 * @returns all of them that are open
 */
export async function insertDifferences(
  transaction: Transaction,
  reportId: number,
  differences: readonly ReconciliationDifference[],
): Promise<DifferenceRow[]> {
  const references = differences.map(({ reference }) => reference)
  const known = await transaction
    .select()
    .from(reconciliationDifferences)
    .where(inArray(reconciliationDifferences.reference, references))
  const rows = new Map(known.map((row) => [toKey(row), row]))
  const found = differences.map((difference) => toValues(reportId, difference))
  const added = new Map(found.filter((row) => !rows.has(toKey(row))).map((row) => [toKey(row), row]))
  if (added.size > 0) {
    const inserted = await transaction
      .insert(reconciliationDifferences)
      .values([...added.values()])
      .returning()
    for (const row of inserted) rows.set(toKey(row), row)
  }
  const keys = new Set(found.map(toKey))
  return [...rows].flatMap(([key, row]) => (keys.has(key) && row.resolvedAt === null ? row : []))
}

function toValues(reportId: number, difference: ReconciliationDifference) {
  const { kind, reference, ours_usd: ours, provider_usd: theirs, detail } = difference
  const toCents = (usd: number | null) => (usd === null ? null : centsFromUsd(usd))
  return {
    reportId,
    kind,
    reference,
    oursCents: toCents(ours),
    providerCents: toCents(theirs),
    detail,
  }
}

/** The same in both reports, if a report finds a difference again. */
function toKey(row: Pick<DifferenceRow, 'kind' | 'reference' | 'oursCents' | 'providerCents' | 'detail'>) {
  return JSON.stringify([row.kind, row.reference, row.oursCents, row.providerCents, row.detail])
}
