import { usdFromCents } from '@tendwell/contract/money'
import {
  CAREGIVERS_COUNTED_MAXIMUM,
  type CaregiverSearch,
  type PublicCaregiver,
} from '@tendwell/contract/profiles'
import { MINUTE_MS } from '@tendwell/contract/time'
import { and, count, eq, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Deps } from '../../deps.ts'
import type { Reader } from '../../platform/database.ts'
import { notFound } from '../../platform/errors.ts'
import { offsetOf } from '../../platform/pages.ts'
import { avatarUrl, users } from '../accounts/index.ts'
import { nextOpening } from '../availability/index.ts'
import { averageOf, caregiverProfiles } from '../profiles/index.ts'
import { BY_RATING, matching, orderOf, relevanceOf } from './matching.ts'

/** Counting on, or leafing on, would take seconds where a common word meets a million people (architecture). */
const COUNTED = CAREGIVERS_COUNTED_MAXIMUM
/** Among so many of the best rated relevance decides who comes first. */
const RANKED = 1_000

/** What the public may see, column by column. */
const shown = {
  id: caregiverProfiles.userId,
  profileId: caregiverProfiles.id,
  fullName: caregiverProfiles.fullName,
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

type Shown = typeof shown
type Row = { [Column in keyof Shown]: Shown[Column]['_']['data'] } & {
  avatarFileId: string | null
  opening: number | null
}

/** What is looked up for those alone who are answered. @param userId the column that holds the caregiver's id */
function lookedUp(userId: AnyPgColumn, now: Date) {
  return {
    avatarFileId: sql<
      string | null
    >`(SELECT ${users.avatarFileId} FROM ${users} WHERE ${users.id} = ${userId})`,
    opening: nextOpening(userId, now),
  }
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
    average_rating: averageOf(row),
    total_reviews: row.ratingCount,
    next_free_start: row.opening === null ? null : new Date(row.opening * MINUTE_MS).toISOString(),
  }
}

/**
 * A page of the listed caregivers that a search finds, in two statements side by side. `count` is exact up to 10,000;
 * nobody leafs further than that.
 *
 * The statements are not named: each has its own filters, and a generic plan for all of them would be many times
 * slower (architecture, "Search and scale").
 */
export async function searchCaregivers(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  search: CaregiverSearch,
): Promise<{ count: number; count_is_exact: boolean; results: PublicCaregiver[] }> {
  const now = clock.now()
  const condition = matching(search, now)
  if (condition === null) return { count: 0, count_is_exact: true, results: [] }
  const [count, rows] = await Promise.all([
    countOf(database, matching(search, now, { forCount: true }) ?? undefined),
    pageRows(database, search, condition, now),
  ])
  return {
    count: Math.min(count, COUNTED),
    count_is_exact: count <= COUNTED,
    results: rows.map(publicCaregiverOf),
  }
}

/** How many there are; one more than is counted where there are more. */
async function countOf(reader: Reader, condition: SQL | undefined): Promise<number> {
  const found = reader
    .select({ one: sql`1` })
    .from(caregiverProfiles)
    .where(condition)
    .limit(COUNTED + 1)
    .as('found')
  const [total] = await reader.select({ count: count() }).from(found)
  return total?.count ?? 0
}

async function pageRows(
  reader: Reader,
  search: CaregiverSearch,
  condition: SQL | undefined,
  now: Date,
): Promise<Row[]> {
  const offset = offsetOf(search)
  if (offset >= COUNTED) return []
  const limit = Math.min(search.page_size, COUNTED - offset)
  const relevance = relevanceOf(search)
  if (relevance) return relevantRows(reader, { relevance, condition, offset, limit }, now)
  return reader
    .select({ ...shown, ...lookedUp(caregiverProfiles.userId, now) })
    .from(caregiverProfiles)
    .where(condition)
    .orderBy(...orderOf(search))
    .limit(limit)
    .offset(offset)
}

/**
 * A page by relevance, which decides among the best rated: working it out for everyone whom a common word meets would
 * take seconds. The others follow them by rating, so that pages never repeat or miss anyone.
 */
function relevantRows(
  reader: Reader,
  {
    relevance,
    condition,
    offset,
    limit,
  }: { relevance: SQL; condition: SQL | undefined; offset: number; limit: number },
  now: Date,
): Promise<Row[]> {
  const best = reader
    .select({
      ...shown,
      searchText: caregiverProfiles.searchText,
      place: sql<number>`row_number() OVER (ORDER BY ${sql.join([...BY_RATING], sql`, `)})`.as('place'),
    })
    .from(caregiverProfiles)
    .where(condition)
    .orderBy(...BY_RATING)
    .limit(Math.max(RANKED, offset + limit))
    .as('caregiver_profiles')
  return reader
    .select({
      id: best.id,
      profileId: best.profileId,
      fullName: best.fullName,
      city: best.city,
      country: best.country,
      rateCents: best.rateCents,
      languages: best.languages,
      skills: best.skills,
      description: best.description,
      timezone: best.timezone,
      ratingHundredths: best.ratingHundredths,
      ratingCount: best.ratingCount,
      ...lookedUp(caregiverProfiles.userId, now),
    })
    .from(best)
    .orderBy(sql`CASE WHEN ${best.place} <= ${RANKED} THEN ${relevance} END DESC NULLS LAST`, best.place)
    .limit(limit)
    .offset(offset)
}

/** @throws AppError 404 for who is no caregiver, or none that the public may see */
export async function listedCaregiver(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  userId: number,
): Promise<PublicCaregiver> {
  const [row] = await database
    .select({ ...shown, ...lookedUp(caregiverProfiles.userId, clock.now()) })
    .from(caregiverProfiles)
    .where(and(eq(caregiverProfiles.userId, userId), caregiverProfiles.isListed))
  if (!row) throw notFound()
  return publicCaregiverOf(row)
}
