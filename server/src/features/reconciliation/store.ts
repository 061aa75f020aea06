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
 * @returns those of the report's differences that staff haven't resolved, whichever report stored them
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
  const rowsByKey = new Map(storedBefore.map((row) => [toDifferenceKey(row), row]))
  const values = differences.map((difference) => toDifferenceValues(reportId, difference))
  // By key, because one report may have the same difference twice.
  const newRowsByKey = new Map(
    values.filter((row) => !rowsByKey.has(toDifferenceKey(row))).map((row) => [toDifferenceKey(row), row]),
  )
  if (newRowsByKey.size > 0) {
    const inserted = await transaction
      .insert(reconciliationDifferences)
      .values([...newRowsByKey.values()])
      .returning()
    for (const row of inserted) rowsByKey.set(toDifferenceKey(row), row)
  }
  const keys = new Set(values.map(toDifferenceKey))
  return [...rowsByKey].flatMap(([key, row]) => (keys.has(key) && row.resolvedAt === null ? row : []))
}

/** The row of a difference: amounts in cents instead of dollars. */
function toDifferenceValues(reportId: number, difference: ReconciliationDifference) {
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

/** The key by which a difference that a later report finds again is recognized. */
function toDifferenceKey(
  row: Pick<DifferenceRow, 'kind' | 'reference' | 'oursCents' | 'providerCents' | 'detail'>,
) {
  return JSON.stringify([row.kind, row.reference, row.oursCents, row.providerCents, row.detail])
}
