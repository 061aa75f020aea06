import { usdFromCents } from '@tendwell/contract/money'
import {
  CAREGIVERS_COUNTED_MAXIMUM,
  type CaregiverDetail,
  type CaregiverSearch,
  type PublicCaregiver,
} from '@tendwell/contract/profiles'
import { type Interval, MINUTE_MS } from '@tendwell/contract/time'
import { and, arrayOverlaps, desc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import type { Database } from '../../platform/database.ts'
import { notFound } from '../../platform/errors.ts'
import { countUpTo, getOffset } from '../../platform/pages.ts'
import { toAvatarUrl, users } from '../accounts/index.ts'
import { isFreeDuring, nextFreeMinute } from '../availability/index.ts'
import { caregiverProfiles, toAverageRating } from '../profiles/index.ts'
import { BY_RATING, toConditions, toOrder, toRelevance } from './conditions.ts'

/** What the public sees of a caregiver. The subqueries run only for the rows of a page. */
const toColumns = (now: Date) => ({
  id: caregiverProfiles.userId,
  profileId: caregiverProfiles.id,
  fullName: caregiverProfiles.fullName,
  avatarFileId: sql<string | null>`(
    SELECT ${users.avatarFileId} FROM ${users} WHERE ${users.id} = ${caregiverProfiles.userId})`,
  city: caregiverProfiles.city,
  country: caregiverProfiles.country,
  rateCents: caregiverProfiles.rateCents,
  languages: caregiverProfiles.languages,
  skills: caregiverProfiles.skills,
  description: caregiverProfiles.description,
  timezone: caregiverProfiles.timezone,
  ratingHundredths: caregiverProfiles.ratingHundredths,
  ratingCount: caregiverProfiles.ratingCount,
  nextFreeMinute: nextFreeMinute(caregiverProfiles.userId, now),
})

type Row = Awaited<ReturnType<typeof listRows>>[number]

function toPublicCaregiver(row: Row): PublicCaregiver {
  return {
    id: row.id,
    caregiver_profile_id: row.profileId,
    full_name: row.fullName,
    // Listed caregivers are active.
    avatar: toAvatarUrl({ avatarFileId: row.avatarFileId, isActive: true }),
    city: row.city,
    country: row.country,
    hourly_rate_usd: usdFromCents(row.rateCents),
    languages: row.languages,
    skills: row.skills,
    description: row.description,
    timezone: row.timezone,
    verification_status: 'verified',
    average_rating: toAverageRating(row),
    total_reviews: row.ratingCount,
    next_free_start:
      row.nextFreeMinute === null ? null : new Date(row.nextFreeMinute * MINUTE_MS).toISOString(),
  }
}

/**
 * A page of the listed caregivers that match a search. `count` is exact up to 1,000, and no page goes beyond that.
 * @see docs/rules/profiles-and-files.md#search
 */
export async function searchCaregivers(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  search: CaregiverSearch,
): Promise<{ count: number; count_is_exact: boolean; results: PublicCaregiver[] }> {
  const now = clock.now()
  const conditions = toConditions(search, now)
  if (conditions === null) return { count: 0, count_is_exact: true, results: [] }
  const [total, rows] = await Promise.all([
    countUpTo(database, caregiverProfiles, conditions, CAREGIVERS_COUNTED_MAXIMUM),
    listRows(database, search, conditions, now),
  ])
  return {
    count: Math.min(total, CAREGIVERS_COUNTED_MAXIMUM),
    count_is_exact: total <= CAREGIVERS_COUNTED_MAXIMUM,
    results: rows.map(toPublicCaregiver),
  }
}

async function listRows(database: Database, search: CaregiverSearch, conditions: SQL, now: Date) {
  const offset = getOffset(search)
  const limit = Math.min(search.page_size, CAREGIVERS_COUNTED_MAXIMUM - offset)
  if (limit <= 0) return []
  const relevance = toRelevance(search)
  return database
    .select(toColumns(now))
    .from(caregiverProfiles)
    .where(relevance ? inArray(caregiverProfiles.userId, selectBestRated(database, conditions)) : conditions)
    .orderBy(...(relevance ? [desc(relevance), ...BY_RATING] : toOrder(search)))
    .limit(limit)
    .offset(offset)
}

/** The best rated matches, to be ranked by relevance. Ranking all matches of a common word would take seconds. */
function selectBestRated(database: Database, conditions: SQL) {
  return database
    .select({ userId: caregiverProfiles.userId })
    .from(caregiverProfiles)
    .where(conditions)
    .orderBy(...BY_RATING)
    .limit(CAREGIVERS_COUNTED_MAXIMUM)
}

const BACKUPS_MAXIMUM = 3

/**
 * Up to three listed caregivers in the same place as another one, with at least one of their skills, who are free at
 * all of these hours (epoch ms); best rated first.
 * @see docs/rules/bookings.md#backup-caregivers
 */
export async function listBackupCaregivers(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  caregiverId: number,
  intervals: readonly Interval[],
): Promise<PublicCaregiver[]> {
  const [away] = await database
    .select()
    .from(caregiverProfiles)
    .where(eq(caregiverProfiles.userId, caregiverId))
  if (!away || intervals.length === 0) return []
  const now = clock.now()
  const rows = await database
    .select(toColumns(now))
    .from(caregiverProfiles)
    .where(
      and(
        caregiverProfiles.isListed,
        eq(caregiverProfiles.country, away.country),
        eq(caregiverProfiles.cityKey, away.cityKey),
        arrayOverlaps(caregiverProfiles.skillKeys, away.skillKeys),
        ne(caregiverProfiles.userId, caregiverId),
        isFreeDuring(caregiverProfiles.userId, intervals, now),
      ),
    )
    .orderBy(...BY_RATING)
    .limit(BACKUPS_MAXIMUM)
  return rows.map(toPublicCaregiver)
}

/** @throws AppError 404 unless the id is a listed caregiver's */
export async function getListedCaregiver(
  { database, clock, config }: Pick<Deps, 'database' | 'clock' | 'config'>,
  userId: number,
): Promise<CaregiverDetail> {
  const [row] = await database
    .select(toColumns(clock.now()))
    .from(caregiverProfiles)
    .where(and(eq(caregiverProfiles.userId, userId), caregiverProfiles.isListed))
  if (!row) throw notFound()
  return { ...toPublicCaregiver(row), service_fee_bps: config.serviceFeeBps }
}
