import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from '../../platform/columns.ts'
import { users } from '../accounts/tables.ts'

export const files = pgTable(
  'files',
  {
    id: uuid().primaryKey(),
    ownerId: integer()
      .notNull()
      .references(() => users.id),
    kind: text({ enum: ['avatar', 'document', 'evidence'] }).notNull(),
    contentType: text().notNull(),
    bytes: integer().notNull(),
    sha256: text().notNull(),
    storageKey: text().notNull().unique(),
    originalName: text().notNull(),
    createdAt: timestamptz().notNull(),
  },
  (table) => [
    check('files_kind', sql`${table.kind} IN ('avatar', 'document', 'evidence')`),
    index('files_owner').on(table.ownerId),
  ],
)
