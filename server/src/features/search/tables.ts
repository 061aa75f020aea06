import { index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { timestamptz } from '../../platform/database/columns.ts'
import { users } from '../people/tables.ts'
import { caregiverProfiles } from '../profiles/tables.ts'

/** The caregivers whom a family has saved. @see docs/rules/profiles-and-files.md#favorites */
export const favorites = pgTable(
  'favorites',
  {
    familyId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    caregiverId: integer()
      .notNull()
      .references(() => caregiverProfiles.userId, { onDelete: 'cascade' }),
    createdAt: timestamptz().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.familyId, table.caregiverId] }),
    index('favorites_caregiver').on(table.caregiverId),
  ],
)
