import { SKILLS_OF_KIND } from '@tendwell/contract/reference'
import { arrayOverlaps, inArray, type SQL, sql } from 'drizzle-orm'
import { isFreeDuring } from '../../availability/index.ts'
import { caregiverProfiles } from '../../profiles/index.ts'
import { type NearPlace, selectCountedKm } from '../near.ts'
import { DISTANCE_SHARES, MATCH_WEIGHTS, type MatchFacts } from './match.ts'
import type { FamilyWishes } from './wishes.ts'

/**
 * How well a caregiver matches a family.
 * @param near the place near which the family searches, if any
 * @returns the SQL value of the points, and of what they are for; null if nothing is known to go by
 * @see docs/rules/profiles-and-files.md#best-match
 */
export function selectMatch(
  { kinds, languages, bookedIds, savedIds, nextHours }: FamilyWishes,
  near: NearPlace | null,
  now: Date,
): { score: SQL; facts: SQL<MatchFacts> } | null {
  const { skillKeys, languageKeys } = caregiverProfiles
  const hasKind = kinds.map(({ kind }) =>
    arrayOverlaps(
      skillKeys,
      SKILLS_OF_KIND[kind].map((skill) => skill.toLowerCase()),
    ),
  )
  const speaks = languages.map((language) => sql`${language.toLowerCase()} = ANY(${languageKeys})`)
  const isBooked = isOneOf(bookedIds)
  const isSaved = isOneOf(savedIds)
  const isFree = nextHours.length > 0 ? isFreeDuring(nextHours, now) : sql`false`
  const distanceKm = near ? selectCountedKm(near) : sql<null>`NULL`
  const points = [
    ...hasKind.map((condition) => pointsFor(condition, MATCH_WEIGHTS.kinds / hasKind.length)),
    ...speaks.map((condition) => pointsFor(condition, MATCH_WEIGHTS.languages / speaks.length)),
    ...(bookedIds.length > 0 ? [pointsFor(isBooked, MATCH_WEIGHTS.booked)] : []),
    ...(savedIds.length > 0 ? [pointsFor(isSaved, MATCH_WEIGHTS.saved)] : []),
    ...(nextHours.length > 0 ? [pointsFor(isFree, MATCH_WEIGHTS.hours)] : []),
    ...(near ? [pointsForDistance(distanceKm)] : []),
  ]
  if (points.length === 0) return null
  return {
    score: sql`(${sql.join(points, sql` + `)})`,
    facts: sql<MatchFacts>`jsonb_build_object(
      'kinds', ${toArray(hasKind)}, 'languages', ${toArray(speaks)},
      'isBooked', ${isBooked}, 'isSaved', ${isSaved}, 'isFree', ${isFree}, 'distanceKm', ${distanceKm}::float8)`,
  }
}

const isOneOf = (ids: readonly number[]) =>
  ids.length > 0 ? inArray(caregiverProfiles.userId, [...ids]) : sql`false`

const pointsFor = (condition: SQL, points: number) => sql`(${condition})::int * ${points}::float8`

/** One lookup, so that each distance is worked out once. */
function pointsForDistance(distanceKm: SQL): SQL {
  const limits = DISTANCE_SHARES.map(({ km }) => km)
  const points = [...DISTANCE_SHARES.map(({ share }) => share * MATCH_WEIGHTS.distance), 0]
  return sql`coalesce((${sql.param(points)}::float8[])[
    1 + width_bucket(${distanceKm}, ${sql.param(limits)}::float8[])], 0)`
}

const toArray = (conditions: readonly SQL[]) => sql`ARRAY[${sql.join([...conditions], sql`, `)}]::boolean[]`
