import type { ReconciliationDifference } from '@tendwell/contract/reconciliation'
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { timestamptz } from '../../platform/columns.ts'

/** Reports, written once. */
export const reconciliations = pgTable(
  'reconciliations',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    provider: text().notNull(),
    fromAt: timestamptz().notNull(),
    untilAt: timestamptz().notNull(),
    compared: integer().notNull(),
    differenceCount: integer().notNull(),
    differences: jsonb().$type<ReconciliationDifference[]>().notNull(),
    createdAt: timestamptz().notNull(),
  },
  (table) => [index('reconciliations_created').on(table.createdAt)],
)
