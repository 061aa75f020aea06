import type { CaregiverSearch } from '@tendwell/contract/profiles/profiles'
import { NEAR_HOME } from '@tendwell/contract/reference'
import { eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Reader } from '../../platform/database/database.ts'
import { invalid } from '../../platform/errors.ts'
import { findPlace } from '../places/index.ts'
import { caregiverProfiles, familyProfiles } from '../profiles/index.ts'

/** The place near which a search looks. */
export type NearPlace = NonNullable<Awaited<ReturnType<typeof findPlace>>>

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
 * The SQL value of a caregiver's distance from a place in kilometers; null if the caregiver's place isn't
 * known.
 */
export function selectDistanceKm({ latitude, longitude }: NearPlace): SQL<number | null> {
  return sql<number | null>`distance_km(${caregiverProfiles.latitude}, ${caregiverProfiles.longitude},
    ${latitude}::float8, ${longitude}::float8)`
}

/**
 * The SQL condition that a caregiver is within a distance of a place. An index finds those in the square
 * around the place; the distance is computed only for these.
 */
export function isWithin(near: NearPlace, km: number): SQL {
  const latitudeDegrees = km / KM_PER_DEGREE
  const longitudeDegrees = latitudeDegrees / Math.cos((near.latitude * Math.PI) / 180)
  const between = (column: SQLWrapper, center: number, reach: number) =>
    sql`${column} BETWEEN ${center - reach}::float8 AND ${center + reach}::float8`
  return sql`(${between(caregiverProfiles.latitude, near.latitude, latitudeDegrees)}
    AND ${between(caregiverProfiles.longitude, near.longitude, longitudeDegrees)}
    AND ${selectDistanceKm(near)} <= ${km}::float8)`
}
