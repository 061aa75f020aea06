import type { Transaction } from '../../platform/database.ts'
import { reconciliations } from './tables.ts'

/** @returns the report's id */
export async function insertReport(
  transaction: Transaction,
  values: typeof reconciliations.$inferInsert,
): Promise<number> {
  const [report] = await transaction.insert(reconciliations).values(values).returning()
  return report?.id as number
}
