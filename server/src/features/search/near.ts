import type { CaregiverSearch } from '@tendwell/contract/profiles/profiles'
import { NEAR_HOME } from '@tendwell/contract/reference'
import { and, eq, inArray, isNull, like, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Reader } from '../../platform/database/database.ts'
import { invalid } from '../../platform/errors.ts'
import { findClearPlace, findPlace, matchPlace, type NamedPlace, selectMeantPlace } from '../places/index.ts'
import { caregiverProfiles, familyProfiles } from '../profiles/index.ts'

/** The place near which a search looks. */
export type NearPlace = NonNullable<Awaited<ReturnType<typeof findPlace>>>

/** Where a place is. */
export type Point = Pick<NearPlace, 'latitude' | 'longitude'>

/** Caregivers within this distance come first in a search near a place; beyond it the closest come first. */
export const NEARBY_KM = 25

/** Of latitude; a degree of longitude is shorter, the farther from the equator. */
const KM_PER_DEGREE = 111.2

/**
 * The place near which a search looks: a given place, or the home of the family that searches. Null without
 * one.
 * @throws AppError 400 for an unknown place
 * @see docs/rules/profiles-and-files.md#near-a-place
 */
export async function findNearPlace(
  reader: Reader,
  near: CaregiverSearch['near'],
  viewerId: number | undefined,
): Promise<NearPlace | null> {
  if (near === undefined) return null
  const placeId = near === NEAR_HOME ? await findHomePlaceId(reader, viewerId) : near
  if (placeId === null) return null
  const place = await findPlace(reader, placeId)
  if (!place) throw invalid({ near: ['Unknown place'] })
  return place
}

/**
 * The id of the place where the viewer's family lives; null if the viewer isn't a family or the place isn't
 * known.
 */
async function findHomePlaceId(reader: Reader, viewerId: number | undefined): Promise<number | null> {
  if (viewerId === undefined) return null
  const [family] = await reader
    .select({ placeId: familyProfiles.placeId })
    .from(familyProfiles)
    .where(eq(familyProfiles.userId, viewerId))
  return family?.placeId ?? null
}

/**
 * The place of a family's visit: the one that its city and country clearly name, or the family's own place if
 * that has their names. Null if it isn't known.
 */
export async function findVisitPlace(
  reader: Reader,
  familyId: number,
  address: { city: string; country: string },
): Promise<Point | null> {
  return matchPlace(reader, { ...address, placeId: await findHomePlaceId(reader, familyId) })
}

/** A visit in the city and country that its family wrote, and the caregiver who would come. */
type VisitPlace = { familyId: number; caregiverId: number; city: string; country: string }

/**
 * How far each visit is from the caregiver's city, in the order of the visits: in kilometers with one decimal, from
 * center to center; null if one of the two places isn't known. The place of a visit is as in `findVisitPlace`.
 * @see docs/rules/profiles-and-files.md#how-far-they-travel
 */
export async function listVisitDistancesKm(
  reader: Reader,
  visits: readonly VisitPlace[],
): Promise<(number | null)[]> {
  if (visits.every(({ city }) => city === '')) return visits.map(() => null)
  const column = <Key extends keyof VisitPlace>(key: Key) => sql.param(visits.map((visit) => visit[key]))
  const names = {
    city: sql`visit.city`,
    country: sql`visit.country`,
    placeId: sql`family.place_id`,
  }
  const { rows } = await reader.execute<{ km: number | null }>(sql`
    SELECT distance_km(caregiver.latitude, caregiver.longitude, place.latitude, place.longitude) AS km
    FROM unnest(${column('familyId')}::int[], ${column('caregiverId')}::int[], ${column('city')}::text[],
      ${column('country')}::text[]) WITH ORDINALITY AS visit(family_id, caregiver_id, city, country, position)
    LEFT JOIN ${caregiverProfiles} AS caregiver ON caregiver.user_id = visit.caregiver_id
    LEFT JOIN ${familyProfiles} AS family ON family.user_id = visit.family_id
    LEFT JOIN LATERAL (${selectMeantPlace(names)}) AS place ON true
    ORDER BY visit.position`)
  return rows.map(({ km }) => (km === null ? null : Math.round(km * 10) / 10))
}

/**
 * The SQL value of a caregiver's distance from a place in kilometers; null if the caregiver's place isn't
 * known.
 */
export function selectDistanceKm({ latitude, longitude }: Point): SQL<number | null> {
  return sql<number | null>`distance_km(${caregiverProfiles.latitude}, ${caregiverProfiles.longitude},
    ${latitude}::float8, ${longitude}::float8)`
}

/**
 * The SQL condition that a caregiver is within a distance of a place. An index finds those in the square
 * around the place; the distance is computed only for these.
 */
export function isWithin(near: Point, km: number): SQL {
  return sql`(${isInSquare(near, km)} AND ${selectDistanceKm(near)} <= ${km}::float8)`
}

/** The SQL condition that a caregiver is nearby, and travels to the place. LEAST leaves out a limit that is null. */
export function isNearby(near: Point): SQL {
  return sql`(${isInSquare(near, NEARBY_KM)}
    AND ${selectDistanceKm(near)} <= least(${NEARBY_KM}::float8, ${caregiverProfiles.travelKm}))`
}

/** The SQL condition that a caregiver travels to a place, or that one of the two places or a limit isn't known. */
export function travelsTo(point: Point): SQL {
  return sql`coalesce(${selectDistanceKm(point)} <= ${caregiverProfiles.travelKm}, true)`
}

/**
 * The SQL value of a caregiver's distance from a place in kilometers as a family's best matches count it: a
 * caregiver who doesn't travel there isn't nearby.
 */
export function selectCountedKm(near: Point): SQL<number | null> {
  const distanceKm = selectDistanceKm(near)
  return sql<number | null>`CASE WHEN ${travelsTo(near)} THEN ${distanceKm}
    ELSE greatest(${distanceKm}, ${NEARBY_KM}::float8) END`
}

/**
 * The SQL condition that a caregiver is in the largest place of a name, or near it. If the name doesn't clearly mean
 * that one, so is everyone whose city has the name.
 * @param named the places of the name, the largest first
 * @see docs/rules/profiles-and-files.md#cities-in-a-text
 */
export function isInNamedPlace(named: readonly NamedPlace[]): SQL {
  const [largest] = named
  if (!largest) return sql`false`
  const isOfName = isInCity([...new Set(named.flatMap(({ names }) => names))])
  const isIn = findClearPlace(named) ? and(isNull(caregiverProfiles.latitude), isOfName) : isOfName
  return or(isWithin(largest, NEARBY_KM), isIn) as SQL
}

/**
 * The SQL value of a caregiver's distance from a place that a search names, in kilometers. Those whose own place isn't
 * known are in it by the city's name if they are in its country; elsewhere it is null.
 */
export function selectNamedDistanceKm(place: NamedPlace): SQL<number | null> {
  const { country, latitude } = caregiverProfiles
  return sql<number | null>`CASE WHEN ${latitude} IS NULL AND ${country} = ${place.country} THEN 0
    ELSE ${selectDistanceKm(place)} END`
}

/**
 * Whether a caregiver's city has one of the names, or begins with one, as "New York, NY" does. Names of two
 * letters, such as "LA", don't count as beginnings.
 */
function isInCity(names: readonly string[]): SQL {
  const { cityKey } = caregiverProfiles
  const beginnings = names.filter((name) => name.length > 2).flatMap((name) => [`${name} %`, `${name},%`])
  return or(inArray(cityKey, [...names]), ...beginnings.map((beginning) => like(cityKey, beginning))) as SQL
}

function isInSquare(near: Point, km: number): SQL {
  const latitudeDegrees = km / KM_PER_DEGREE
  const longitudeDegrees = latitudeDegrees / Math.cos((near.latitude * Math.PI) / 180)
  const between = (column: SQLWrapper, center: number, reach: number) =>
    sql`${column} BETWEEN ${center - reach}::float8 AND ${center + reach}::float8`
  return sql`${between(caregiverProfiles.latitude, near.latitude, latitudeDegrees)}
    AND ${between(caregiverProfiles.longitude, near.longitude, longitudeDegrees)}`
}
