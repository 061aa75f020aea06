import type { ReconciliationDifference } from '@tendwell/contract/reconciliation'
import { index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

const moment = () => timestamp({ withTimezone: true })

/** Reports, written once. */
export const reconciliations = pgTable(
  'reconciliations',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    provider: text().notNull(),
    fromAt: moment().notNull(),
    untilAt: moment().notNull(),
    compared: integer().notNull(),
    differenceCount: integer().notNull(),
    differences: jsonb().$type<ReconciliationDifference[]>().notNull(),
    createdAt: moment().notNull(),
  },
  (table) => [index('reconciliations_created').on(table.createdAt)],
)
