import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { FoundWords } from '../../personal-data/classification.ts'
import { isOneOf } from '../../platform/database/checks.ts'
import { timestamptz } from '../../platform/database/columns.ts'
import { files } from '../files/tables.ts'
import { users } from '../people/tables.ts'

const EXPORT_STATES = ['preparing', 'ready', 'failed', 'deleted'] as const

const userId = () =>
  integer()
    .notNull()
    .references(() => users.id)

/**
 * Exports that people asked for. Only one of a person is being prepared.
 * @see docs/rules/own-data.md#export
 */
export const dataExports = pgTable(
  'data_exports',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: userId(),
    status: text({ enum: EXPORT_STATES }).notNull().default('preparing'),
    /** The zip, while it is ready. */
    fileId: uuid().references(() => files.id),
    requestedAt: timestamptz().notNull(),
    expiresAt: timestamptz(),
  },
  (table) => [
    check('data_exports_status', isOneOf(table.status, EXPORT_STATES)),
    check('data_exports_file', sql`(${table.status} = 'ready') = (${table.fileId} IS NOT NULL)`),
    uniqueIndex('data_exports_preparing').on(table.userId).where(sql`${table.status} = 'preparing'`),
    index('data_exports_user').on(table.userId, table.id),
  ],
)

/** The record of each person's erasure, under their user id. @see docs/rules/own-data.md#erasure */
export const erasures = pgTable(
  'erasures',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: userId().unique(),
    closedAt: timestamptz().notNull(),
    startedAt: timestamptz().notNull(),
    /** Since when only evidence of open reports and disputes is left; null while there is none. */
    heldAt: timestamptz(),
    finishedAt: timestamptz(),
    /**
     * What the person can be recognized by, until it is finished: a killed erasure may have erased where it
     * was found.
     */
    words: jsonb().$type<Required<FoundWords>>(),
    /** How many rows of each table were erased or cleaned, and how many files. */
    counts: jsonb().$type<Record<string, number>>().notNull().default({}),
  },
  (table) => [
    check('erasures_words', sql`(${table.finishedAt} IS NULL) = (${table.words} IS NOT NULL)`),
    index('erasures_started').on(table.startedAt),
  ],
)
