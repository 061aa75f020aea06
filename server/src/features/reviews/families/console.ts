/**
 * What staff see of caregivers' answers about families.
 * @see docs/rules/safety.md#what-caregivers-say-of-families
 */
import type { AdminFamilyRating, FamilyPattern } from '@tendwell/contract/reviews/family-ratings'
import { and, asc, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Reader } from '../../../platform/database/database.ts'
import { getOffset, type PageRequest } from '../../../platform/database/paging.ts'
import { notFound } from '../../../platform/errors.ts'
import { bookings } from '../../bookings/index.ts'
import { findUser, users } from '../../people/index.ts'
import { familyRatings } from '../tables.ts'
import { findPattern, PATTERN_MS } from './pattern.ts'

/**
 * One page of what caregivers said of a family, newest first.
 * @throws AppError 404 for a person who is no family
 */
export async function listFamilyRatings(
  reader: Reader,
  familyId: number,
  page: PageRequest,
): Promise<{ count: number; results: AdminFamilyRating[] }> {
  if ((await findUser(reader, familyId))?.role !== 'caretaker') throw notFound()
  const isOfFamily = eq(familyRatings.familyId, familyId)
  const rows = await reader
    .select({
      rating: familyRatings,
      requestId: bookings.requestId,
      caregiver: { id: users.id, name: users.fullName },
    })
    .from(familyRatings)
    .innerJoin(bookings, eq(bookings.id, familyRatings.bookingId))
    .innerJoin(users, eq(users.id, familyRatings.caregiverId))
    .where(isOfFamily)
    .orderBy(desc(familyRatings.id))
    .limit(page.page_size)
    .offset(getOffset(page))
  return {
    count: await reader.$count(familyRatings, isOfFamily),
    results: rows.map(({ rating, requestId, caregiver }) => ({
      id: rating.id,
      booking_id: requestId,
      caregiver,
      as_described: rating.isAsDescribed,
      safe: rating.isSafe,
      kind: rating.isKind,
      note: rating.note,
      created_at: rating.createdAt.toISOString(),
    })),
  }
}

/**
 * The active families that staff should look at, the longest waiting first: several caregivers said that
 * something was wrong (`findPattern`).
 */
export async function listFamilyPatterns(reader: Reader, now: Date): Promise<FamilyPattern[]> {
  const { isAsDescribed, isSafe, isKind } = familyRatings
  const hasAnyNo = sql`NOT (${isAsDescribed} AND ${isSafe} AND ${isKind})`
  const isCounted = and(hasAnyNo, gt(familyRatings.createdAt, new Date(now.getTime() - PATTERN_MS)))
  // `findPattern` decides. This only leaves out families of whom too few caregivers answered no, or whose
  // answers were all looked at.
  const candidates = reader
    .select({ id: familyRatings.familyId })
    .from(familyRatings)
    .where(isCounted)
    .groupBy(familyRatings.familyId)
    .having(
      sql`count(DISTINCT ${familyRatings.caregiverId}) > 1 AND bool_or(${familyRatings.lookedAt} IS NULL)`,
    )
  const rows = await reader
    .select({ rating: familyRatings, name: users.fullName })
    .from(familyRatings)
    .innerJoin(users, eq(users.id, familyRatings.familyId))
    .where(and(isCounted, users.isActive, inArray(familyRatings.familyId, candidates)))
    .orderBy(asc(familyRatings.createdAt), asc(familyRatings.id))
  const families = new Map<number, { name: string; ratings: (typeof familyRatings.$inferSelect)[] }>()
  for (const { rating, name } of rows) {
    const family = families.get(rating.familyId) ?? { name, ratings: [] }
    family.ratings.push(rating)
    families.set(rating.familyId, family)
  }
  return [...families]
    .flatMap(([id, { name, ratings }]): FamilyPattern[] => {
      const pattern = findPattern(ratings, now)
      if (!pattern) return []
      return [
        {
          person_id: id,
          name,
          since: pattern.since.toISOString(),
          last_id: Math.max(...ratings.map((rating) => rating.id)),
          not_safe: pattern.notSafe,
          any_no: pattern.anyNo,
        },
      ]
    })
    .sort((one, other) => one.since.localeCompare(other.since))
}
