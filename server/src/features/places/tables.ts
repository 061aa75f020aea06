import { COUNTRIES } from '@tendwell/contract/reference'
import { sql } from 'drizzle-orm'
import { doublePrecision, index, integer, pgTable, text } from 'drizzle-orm/pg-core'

/**
 * Cities and towns, filled from the gazetteer when the database is migrated.
 * @see docs/rules/profiles-and-files.md#places
 */
export const places = pgTable(
  'places',
  {
    /** GeoNames' id. */
    id: integer().primaryKey(),
    name: text().notNull(),
    region: text().notNull(),
    country: text({ enum: COUNTRIES }).notNull(),
    population: integer().notNull(),
    latitude: doublePrecision().notNull(),
    longitude: doublePrecision().notNull(),
    /** All its names without case and accents, each between bars: `|new york|nyc|`. */
    nameKeys: text().notNull(),
  },
  (table) => [index('places_names').using('gin', sql`string_to_array(${table.nameKeys}, '|')`)],
)
