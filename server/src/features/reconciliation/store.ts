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
 * Stores a report's differences, except those that an earlier report has stored.
 * @returns the report's differences that are open, stored now or earlier
 */
export async function insertDifferences(
  transaction: Transaction,
  reportId: number,
  differences: readonly ReconciliationDifference[],
): Promise<DifferenceRow[]> {
  const references = differences.map(({ reference }) => reference)
  const storedBefore = await transaction
    .select()
    .from(reconciliationDifferences)
    .where(inArray(reconciliationDifferences.reference, references))
  const rowsByKey = new Map(storedBefore.map((row) => [toKey(row), row]))
  const values = differences.map((difference) => toValues(reportId, difference))
  const added = new Map(values.filter((row) => !rowsByKey.has(toKey(row))).map((row) => [toKey(row), row]))
  if (added.size > 0) {
    const inserted = await transaction
      .insert(reconciliationDifferences)
      .values([...added.values()])
      .returning()
    for (const row of inserted) rowsByKey.set(toKey(row), row)
  }
  const keys = new Set(values.map(toKey))
  return [...rowsByKey].flatMap(([key, row]) => (keys.has(key) && row.resolvedAt === null ? row : []))
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

/** The key by which a difference that is found again is recognized. */
function toKey(row: Pick<DifferenceRow, 'kind' | 'reference' | 'oursCents' | 'providerCents' | 'detail'>) {
  return JSON.stringify([row.kind, row.reference, row.oursCents, row.providerCents, row.detail])
}
