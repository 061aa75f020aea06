import type { CaregiverSearch } from '@tendwell/contract/profiles/profiles'
import { NEAR_HOME } from '@tendwell/contract/reference'
import { eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Reader } from '../../platform/database/database.ts'
import { invalid } from '../../platform/errors.ts'
import { findPlace } from '../places/index.ts'
import { caregiverProfiles, familyProfiles } from '../profiles/index.ts'

export type Near = NonNullable<Awaited<ReturnType<typeof findPlace>>>

/** Caregivers within this distance come first in a search near a place. */
export const NEARBY_KM = 50

const KM_PER_DEGREE = 111.2

/**
 * The place that a search is near to: the given one, or that of the family who searches.
 * @throws AppError 400 for an unknown place
 * @see docs/rules/profiles-and-files.md#near-a-place
 */
export async function findNear(
  reader: Reader,
  near: CaregiverSearch['near'],
  viewerId: number | undefined,
): Promise<Near | null> {
  if (near === undefined) return null
  const placeId = near === NEAR_HOME ? await findHomeId(reader, viewerId) : near
  if (placeId === null) return null
  const place = await findPlace(reader, placeId)
  if (!place) throw invalid({ near: ['Unknown place'] })
  return place
}

async function findHomeId(reader: Reader, viewerId: number | undefined): Promise<number | null> {
  if (viewerId === undefined) return null
  const [family] = await reader
    .select({ placeId: familyProfiles.placeId })
    .from(familyProfiles)
    .where(eq(familyProfiles.userId, viewerId))
  return family?.placeId ?? null
}

/** The SQL value of a caregiver's distance from a place in kilometers; null if theirs isn't known. */
export function distanceFrom({ latitude, longitude }: Near): SQL<number | null> {
  return sql<number | null>`distance_km(${caregiverProfiles.latitude}, ${caregiverProfiles.longitude},
    ${latitude}::float8, ${longitude}::float8)`
}

/**
 * The SQL condition that a caregiver is within a distance of a place. The index finds those in the square
 * around it.
 */
export function isWithin(near: Near, km: number): SQL {
  const latitudes = km / KM_PER_DEGREE
  const longitudes = latitudes / Math.cos((near.latitude * Math.PI) / 180)
  const between = (column: SQLWrapper, center: number, reach: number) =>
    sql`${column} BETWEEN ${center - reach}::float8 AND ${center + reach}::float8`
  return sql`(${between(caregiverProfiles.latitude, near.latitude, latitudes)}
    AND ${between(caregiverProfiles.longitude, near.longitude, longitudes)}
    AND ${distanceFrom(near)} <= ${km}::float8)`
}
