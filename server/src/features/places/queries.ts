import type { Place } from '@tendwell/contract/profiles/places'
import type { Country } from '@tendwell/contract/reference'
import { desc, eq, like, type SQL, sql } from 'drizzle-orm'
import { escapeLike, type Reader } from '../../platform/database/database.ts'
import { places } from './tables.ts'

const SUGGESTIONS_MAXIMUM = 8
/** If several places have one name, the largest is meant if it has this many times the people of the next. */
const CLEAR_LEAD = 10

const placeColumns = { id: places.id, name: places.name, region: places.region, country: places.country }

/** SQL conditions: one of the place's names is this text, or begins with it. */
const isNamed = (name: string) => like(places.nameKeys, sql`fold(${`%|${escapeLike(name.trim())}|%`})`)
const beginsWith = (name: string) => like(places.nameKeys, sql`fold(${`%|${escapeLike(name.trim())}%`})`)

/** The largest places with a name that begins with the text; those with exactly this name first. */
export async function suggestPlaces(reader: Reader, text: string): Promise<Place[]> {
  if (text.trim() === '') return []
  return reader
    .select(placeColumns)
    .from(places)
    .where(beginsWith(text))
    .orderBy(desc(isNamed(text)), desc(places.population), places.id)
    .limit(SUGGESTIONS_MAXIMUM)
}

/** A place with its coordinates; undefined if there is none with this id. */
export async function findPlace(reader: Reader, id: number) {
  const [place] = await reader
    .select({ ...placeColumns, latitude: places.latitude, longitude: places.longitude })
    .from(places)
    .where(eq(places.id, id))
  return place
}

/**
 * The place that is meant by the names of a city and a country.
 * @param names.placeId a place that the person chose, which is preferred if it has these names
 * @returns null if no place has these names, or several do and none is clearly the largest
 * @see docs/rules/profiles-and-files.md#places
 */
export async function matchPlace(
  reader: Reader,
  { city, country, placeId }: { city: string; country: string; placeId: number | null },
): Promise<{ id: number; latitude: number; longitude: number } | null> {
  const names = { city: sql`${city}::text`, country: sql`${country}::text`, placeId: sql`${placeId}::int` }
  const { rows } = await reader.execute<{ id: number; latitude: number; longitude: number }>(
    selectMeantPlace(names),
  )
  return rows[0] ?? null
}

/**
 * A statement, also for LATERAL, with the `id`, `latitude` and `longitude` of the place that `matchPlace` finds; no row
 * without one.
 * @param names SQL values
 */
export function selectMeantPlace({
  city,
  country,
  placeId,
}: Record<'city' | 'country' | 'placeId', SQL>): SQL {
  return sql`SELECT best.id, best.latitude, best.longitude FROM (
      SELECT named.*, lead(named.population) OVER best_first AS next_population FROM ${places} AS named
      WHERE named.country = ${country}
        AND string_to_array(named.name_keys, '|') @> ARRAY[fold(nullif(trim(${city}), ''))]
      WINDOW best_first AS (ORDER BY named.id IS NOT DISTINCT FROM ${placeId} DESC, named.population DESC)
      ORDER BY named.id IS NOT DISTINCT FROM ${placeId} DESC, named.population DESC
      LIMIT 1
    ) AS best
    WHERE best.id = ${placeId} OR best.next_population IS NULL
      OR best.population >= ${CLEAR_LEAD} * best.next_population`
}

/** A place as a search text names it. `names` are all of its names, without case and accents. */
export type NamedPlace = Place & {
  names: string[]
  population: number
  latitude: number
  longitude: number
}

/** The names of a place as SQL; written exactly as in the index. */
const namesOfPlace = sql<string[]>`string_to_array(${places.nameKeys}, '|')`

/**
 * The places of each name that some place has, by the name, the largest first.
 * @param names without case and accents, as `fold` in SQL
 */
export async function findNamedPlaces(
  reader: Reader,
  names: readonly string[],
): Promise<Map<string, NamedPlace[]>> {
  const found = new Map<string, NamedPlace[]>()
  if (names.length === 0) return found
  const rows = await reader
    .select({
      ...placeColumns,
      latitude: places.latitude,
      longitude: places.longitude,
      population: places.population,
      allNames: namesOfPlace,
    })
    .from(places)
    .where(sql`${namesOfPlace} && ${sql.param(names)}::text[]`)
    .orderBy(desc(places.population), places.id)
  const wanted = new Set(names)
  for (const { allNames, ...place } of rows) {
    const namedPlace = { ...place, names: allNames.filter((name) => name !== '') }
    for (const name of new Set(namedPlace.names)) {
      if (wanted.has(name)) found.set(name, [...(found.get(name) ?? []), namedPlace])
    }
  }
  return found
}

/**
 * The place that a name clearly means: the only one, or the largest if it has ten times the people of the next.
 * @param named the places of the name, the largest first
 */
export function findClearPlace([largest, next]: readonly NamedPlace[]): NamedPlace | null {
  if (!largest) return null
  return !next || largest.population >= CLEAR_LEAD * next.population ? largest : null
}

/** A subquery with the names of the places that have at least this many people. */
export function selectNamesOfLargePlaces(leastPeople: number): SQL {
  return sql`SELECT unnest(${namesOfPlace}) FROM ${places} WHERE ${places.population} >= ${leastPeople}`
}

/** A subquery with the ids of the places of a country's region, such as a state, as the gazetteer names it. */
export function selectPlacesInRegion(country: Country, region: string): SQL {
  return sql`(SELECT ${places.id} FROM ${places} WHERE ${places.country} = ${country} AND ${places.region} = ${region})`
}
