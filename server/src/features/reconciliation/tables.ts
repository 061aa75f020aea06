import { DIFFERENCE_KINDS, type ReconciliationDifference } from '@tendwell/contract/payments/reconciliation'
import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { timestamptz } from '../../platform/database/columns.ts'
import { users } from '../people/tables.ts'

/** The reports of reconciliation, which are never changed. */
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

/**
 * The differences of all reports, each stored once, open until staff resolve them.
 * @see docs/rules/money.md#reconciliation
 */
export const reconciliationDifferences = pgTable(
  'reconciliation_differences',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** The report that found the difference first. */
    reportId: integer()
      .notNull()
      .references(() => reconciliations.id),
    kind: text({ enum: DIFFERENCE_KINDS }).notNull(),
    reference: text().notNull(),
    oursCents: integer(),
    providerCents: integer(),
    detail: text().notNull(),
    resolvedAt: timestamptz(),
    resolvedBy: integer().references(() => users.id),
    note: text(),
  },
  (table) => [
    check(
      'reconciliation_differences_resolved',
      sql`(${table.resolvedAt} IS NULL) = (${table.resolvedBy} IS NULL) AND (${table.resolvedAt} IS NULL) = (${table.note} IS NULL)`,
    ),
    index('reconciliation_differences_reference').on(table.reference),
  ],
)
