import { boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { isOneOf } from '../../platform/database/checks.ts'
import { timestamptz } from '../../platform/database/columns.ts'
import { users } from '../people/tables.ts'
import { FILE_KINDS } from './checking/file-kind.ts'

export const files = pgTable(
  'files',
  {
    id: uuid().primaryKey(),
    ownerId: integer()
      .notNull()
      .references(() => users.id),
    kind: text({ enum: FILE_KINDS }).notNull(),
    contentType: text().notNull(),
    bytes: integer().notNull(),
    sha256: text().notNull(),
    storageKey: text().notNull().unique(),
    originalName: text().notNull(),
    /** Whether staff hid this avatar; only staff see it then. */
    isHidden: boolean().notNull().default(false),
    /** What the file was uploaded as, such as `certificate`. */
    purpose: text().notNull(),
    createdAt: timestamptz().notNull(),
  },
  (table) => [check('files_kind', isOneOf(table.kind, FILE_KINDS)), index('files_owner').on(table.ownerId)],
)
