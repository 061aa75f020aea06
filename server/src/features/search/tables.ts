import { index, integer, jsonb, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { timestamptz } from '../../platform/database/columns.ts'
import { users } from '../people/tables.ts'
import { caregiverProfiles } from '../profiles/tables.ts'
import type { KeptSearch } from './saved/search.ts'

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

/** The searches that a family has saved. @see docs/rules/profiles-and-files.md#saved-searches */
export const savedSearches = pgTable(
  'saved_searches',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    familyId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    search: jsonb().$type<KeptSearch>().notNull(),
    /** The end of its day; null for a search without a day. */
    endsAt: timestamptz(),
    /** The caregivers who matched when it was saved or last announced somebody, up to `KNOWN_MAXIMUM`. */
    knownIds: integer().array().notNull(),
    /** When it was last run: that of a family's newest search is the same for all that ran then. */
    lookedAt: timestamptz().notNull(),
    createdAt: timestamptz().notNull(),
  },
  (table) => [
    index('saved_searches_family').on(table.familyId),
    index('saved_searches_looked').on(table.lookedAt),
  ],
)
