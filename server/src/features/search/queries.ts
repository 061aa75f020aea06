import { usdFromCents } from '@tendwell/contract/money'
import type { CaregiverSearch, PublicCaregiver } from '@tendwell/contract/profiles'
import { and, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Reader } from '../../platform/database.ts'
import { notFound } from '../../platform/errors.ts'
import { offsetOf } from '../../platform/pages.ts'
import { avatarUrl, users } from '../accounts/index.ts'
import { caregiverProfiles } from '../profiles/index.ts'
import { BY_RATING, matching, orderOf, relevanceOf } from './matching.ts'

/** Counting on, or leafing on, would take seconds where a common word meets a million people (architecture). */
const REACH = 10_000

/** What the public may see, column by column. */
const shown = {
  id: caregiverProfiles.userId,
  profileId: caregiverProfiles.id,
  fullName: caregiverProfiles.fullName,
  avatarFileId: users.avatarFileId,
  city: caregiverProfiles.city,
  country: caregiverProfiles.country,
  rateCents: caregiverProfiles.rateCents,
  languages: caregiverProfiles.languages,
  skills: caregiverProfiles.skills,
  description: caregiverProfiles.description,
  timezone: caregiverProfiles.timezone,
  ratingHundredths: caregiverProfiles.ratingHundredths,
  ratingCount: caregiverProfiles.ratingCount,
}

type Row = {
  [Column in keyof typeof shown]: (typeof shown)[Column]['_']['notNull'] extends true
    ? (typeof shown)[Column]['_']['data']
    : (typeof shown)[Column]['_']['data'] | null
}

function publicCaregiverOf(row: Row): PublicCaregiver {
  return {
    id: row.id,
    caregiver_profile_id: row.profileId,
    full_name: row.fullName,
    avatar: avatarUrl(row.avatarFileId),
    city: row.city,
    country: row.country,
    hourly_rate_usd: usdFromCents(row.rateCents),
    languages: row.languages,
    skills: row.skills,
    description: row.description,
    timezone: row.timezone,
    verification_status: 'verified',
    average_rating: row.ratingCount === 0 ? null : row.ratingHundredths / 100,
    total_reviews: row.ratingCount,
  }
}

/**
 * A page of the listed caregivers that a search finds, in two statements. `count` is exact up to 10,000 and 10,001
 * beyond; nobody leafs further than that.
 *
 * The statements are not named: each has its own filters, and a generic plan for all of them would be many times
 * slower (architecture, "Search and scale").
 */
export async function searchCaregivers(
  reader: Reader,
  search: CaregiverSearch,
): Promise<{ count: number; results: PublicCaregiver[] }> {
  const condition = matching(search)
  if (condition === null) return { count: 0, results: [] }
  const found = reader
    .select({ one: sql`1` })
    .from(caregiverProfiles)
    .where(condition)
    .limit(REACH + 1)
    .as('found')
  const [total] = await reader.select({ count: count() }).from(found)
  const offset = offsetOf(search)
  if (!total || offset >= Math.min(total.count, REACH)) return { count: total?.count ?? 0, results: [] }
  const relevance = relevanceOf(search)
  const rows = await reader
    .select(shown)
    .from(caregiverProfiles)
    .innerJoin(users, eq(users.id, caregiverProfiles.userId))
    .where(relevance ? inArray(caregiverProfiles.userId, bestRated(reader, condition)) : condition)
    .orderBy(...(relevance ? [desc(relevance), ...BY_RATING] : orderOf(search)))
    .limit(search.page_size)
    .offset(offset)
  return { count: total.count, results: rows.map(publicCaregiverOf) }
}

/** Those among whom relevance decides: working it out for everyone a common word meets would take seconds. */
function bestRated(reader: Reader, condition: SQL | undefined) {
  return reader
    .select({ userId: caregiverProfiles.userId })
    .from(caregiverProfiles)
    .where(condition)
    .orderBy(...BY_RATING)
    .limit(REACH)
}

/** @throws AppError 404 for who is no caregiver, or none that the public may see */
export async function listedCaregiver(reader: Reader, userId: number): Promise<PublicCaregiver> {
  const [row] = await reader
    .select(shown)
    .from(caregiverProfiles)
    .innerJoin(users, eq(users.id, caregiverProfiles.userId))
    .where(and(eq(caregiverProfiles.userId, userId), caregiverProfiles.isListed))
  if (!row) throw notFound()
  return publicCaregiverOf(row)
}
