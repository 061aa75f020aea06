import { usdFromCents } from '@tendwell/contract/money'
import type { Child } from '@tendwell/contract/profiles/children'
import {
  type BackupCaregivers,
  CAREGIVERS_COUNTED_MAXIMUM,
  type CaregiverDetail,
  type CaregiverPage,
  type CaregiverSearch,
  type PublicCaregiver,
} from '@tendwell/contract/profiles/profiles'
import { type Interval, MINUTE_MS, toLocalDate } from '@tendwell/contract/time'
import { and, desc, eq, inArray, not, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import { type Database, prepareOnce, type Reader } from '../../platform/database/database.ts'
import { countUpTo, getOffset } from '../../platform/database/paging.ts'
import { notFound } from '../../platform/errors.ts'
import {
  isFreeDuring,
  listFreeSlots,
  selectNextFreeSlots,
  selectWantedFreeSlots,
} from '../availability/index.ts'
import { findBadge, hasBadge } from '../background-checks/index.ts'
import { isBlockedBetween, listIdsBlockedEitherWay } from '../blocks/index.ts'
import { shownName, toAvatarUrl, users } from '../people/index.ts'
import { findNamedPlaces, matchPlace } from '../places/index.ts'
import {
  caregiverProfiles,
  countConfirmedReferences,
  selectPaperChecks,
  toAverageRating,
} from '../profiles/index.ts'
import {
  BY_RATING,
  hasOrder,
  isForBestMatches,
  type SearchContext,
  toOrder,
  toRelevance,
  toSearchCondition,
  toWantedHours,
} from './conditions.ts'
import {
  findTextPlace,
  type KnownCities,
  listCityPlaces,
  listPossibleCities,
  listTranslations,
  readTextParts,
  toCityText,
} from './free-text.ts'
import { listReasons, type MatchFacts } from './matching/match.ts'
import { selectMatch } from './matching/score.ts'
import { type FamilyWishes, type FindHabits, findWishes } from './matching/wishes.ts'
import {
  findNearPlace,
  findVisitPlace,
  isNearby,
  isWithin,
  listVisitDistancesKm,
  NEARBY_KM,
  type NearPlace,
  selectDistanceKm,
  selectNamedDistanceKm,
  travelsTo,
} from './near.ts'
import { leaveOut, listWishes, type Wish } from './nearest.ts'
import { findNightStart, joinNight, NIGHT_SLOTS_MINUTES, type Slot } from './nights.ts'
import { listSoughtCare, nameSoughtRole } from './same-care.ts'
import { correctSpelling } from './spelling.ts'

type ReadDeps = Pick<Deps, 'backgroundChecks' | 'clock' | 'database'>

/** Those of the caregivers with these ids who are listed, and whom no block separates from `blocker`. */
const publicCaregiversQuery = prepareOnce('public_caregivers', (reader) =>
  reader
    .select({
      id: caregiverProfiles.userId,
      profileId: caregiverProfiles.id,
      fullName: shownName(caregiverProfiles.fullName, caregiverProfiles.userId, sql.placeholder('viewerId')),
      avatarFileId: sql<string | null>`(
        SELECT ${users.avatarFileId} FROM ${users} WHERE ${users.id} = ${caregiverProfiles.userId})`,
      city: caregiverProfiles.city,
      country: caregiverProfiles.country,
      rateCents: caregiverProfiles.rateCents,
      languages: caregiverProfiles.languages,
      skills: caregiverProfiles.skills,
      description: caregiverProfiles.description,
      timezone: caregiverProfiles.timezone,
      cancellationPolicy: caregiverProfiles.cancellationPolicy,
      ratingHundredths: caregiverProfiles.ratingHundredths,
      ratingCount: caregiverProfiles.ratingCount,
      paperChecks: selectPaperChecks(),
      hasBackgroundCheck: hasBadge(caregiverProfiles.userId, {
        hasChecks: sql.placeholder('hasChecks'),
        today: sql.placeholder('today'),
      }),
      nextSlots: selectNextFreeSlots(sql.placeholder('minute')),
    })
    .from(caregiverProfiles)
    .where(
      and(
        sql`${caregiverProfiles.userId} = ANY(${sql.placeholder('ids')}::int[])`,
        caregiverProfiles.isListed,
        not(isBlockedBetween(caregiverProfiles.userId, sql.placeholder('blocker'))),
      ),
    ),
)

type CaregiverRow = Awaited<ReturnType<ReturnType<typeof publicCaregiversQuery>['execute']>>[number]

/** A caregiver's id, and what only a search by date, near a place or for best matches shows of them. */
type Match = {
  id: number
  wantedSlots?: [number, number][] | null
  distanceKm?: number | null
  reasons?: string[] | undefined
}

/** A caregiver in the form that the browser gets. */
function toPublicCaregiver(
  row: CaregiverRow,
  { distanceKm = null, reasons }: Match,
  slots: readonly Slot[],
): PublicCaregiver {
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
    cancellation_policy: row.cancellationPolicy,
    verification_status: 'verified',
    average_rating: toAverageRating(row),
    total_reviews: row.ratingCount,
    paper_checks: row.paperChecks,
    has_background_check: row.hasBackgroundCheck,
    next_free_start: row.nextSlots[0] ? toIsoTime(row.nextSlots[0][0]) : null,
    free_slots: slots.map(([start, end]) => ({
      start_utc: toIsoTime(start),
      end_utc: toIsoTime(end),
    })),
    distance_km: distanceKm === null ? null : Math.round(distanceKm * 10) / 10,
    ...(reasons && { match_reasons: reasons }),
  }
}

/**
 * What the public sees of those of these caregivers who are listed, in the given order.
 * @param viewerId the id of the person who is logged in, if any
 * @param blocker leaves out caregivers whom a block separates from this person
 */
async function readPublicCaregivers(
  { backgroundChecks, clock, database }: ReadDeps,
  matches: readonly Match[],
  viewerId: number | null,
  blocker: number | null = null,
): Promise<PublicCaregiver[]> {
  if (matches.length === 0) return []
  const nowMs = clock.now().getTime()
  const rows = await publicCaregiversQuery(database).execute({
    ids: matches.map(({ id }) => id),
    viewerId,
    blocker,
    minute: Math.ceil(nowMs / MINUTE_MS),
    today: toLocalDate(nowMs, 'UTC'),
    hasChecks: backgroundChecks !== null,
  })
  const rowsById = new Map(rows.map((row) => [row.id, row]))
  const found = matches.flatMap((match) => {
    const row = rowsById.get(match.id)
    return row ? [{ row, match, slots: match.wantedSlots ?? row.nextSlots }] : []
  })
  const nightStarts = found.flatMap(({ row, slots }) => {
    const fromMinute = findNightStart(slots, row.timezone)
    return fromMinute === null ? [] : [{ caregiverId: row.id, fromMinute }]
  })
  const nightSlots = await listFreeSlots(database, nightStarts, NIGHT_SLOTS_MINUTES)
  return found.map(({ row, match, slots }) =>
    toPublicCaregiver(row, match, joinNight(slots, nightSlots.get(row.id) ?? [], row.timezone)),
  )
}

/** A minute since 1970 in UTC as an ISO time. */
const toIsoTime = (minute: number) => new Date(minute * MINUTE_MS).toISOString()

type SearchResult = Pick<
  CaregiverPage,
  'corrected_q' | 'count' | 'count_is_exact' | 'named' | 'near' | 'nearest' | 'results' | 'roles'
>

/** A search text that finds fewer is read with other spellings as well. */
const FOUND_MINIMUM = 3

/**
 * A page of the listed caregivers that match a search. `count` is exact up to 1,000, and no page goes beyond
 * that.
 * @see docs/rules/profiles-and-files.md#search
 */
export async function searchCaregivers(
  deps: ReadDeps & { findHabits: FindHabits },
  search: CaregiverSearch,
  viewerId: number | undefined,
): Promise<SearchResult> {
  const { exact, corrected, isBetter, total, matches } = await runSearch(deps, search, viewerId)
  const { viewerId: viewer } = exact.context
  const understood = isBetter && corrected ? corrected : exact
  const { near, named } = understood.context
  return {
    near: named ? null : toPlace(near),
    named: toPlace(named),
    ...toCount(total),
    corrected_q: (isBetter && corrected?.search.q) || null,
    roles: listTranslations(understood.search.q ?? '', understood.context.cities),
    nearest: total === 0 ? await findNearestOf(deps, corrected, exact) : null,
    results: await readPublicCaregivers(deps, matches, viewer),
  }
}

const toPlace = (place: NearPlace | null) =>
  place && { id: place.id, name: place.name, region: place.region, country: place.country }

/** The ids of the caregivers on a page of a search. Who is blocked either way is none of them. */
export async function listMatchIds(
  deps: Pick<Deps, 'clock' | 'database'>,
  search: CaregiverSearch,
  viewerId: number,
): Promise<number[]> {
  const { matches } = await runSearch(deps, search, viewerId)
  return matches.map(({ id }) => id)
}

/**
 * Runs a search, with other spellings of its words as well if few match.
 * @param findHabits for a family's best matches; without it they are in the recommended order
 */
async function runSearch(
  { database, clock, findHabits }: Pick<Deps, 'clock' | 'database'> & { findHabits?: FindHabits },
  search: CaregiverSearch,
  viewerId: number | undefined,
) {
  const now = clock.now()
  const near = await findNearPlace(database, search.near, viewerId)
  const blockedIds = viewerId === undefined ? [] : await listIdsBlockedEitherWay(database, viewerId)
  const cities = await findCities(database, search)
  const wishes =
    viewerId !== undefined && findHabits && isForBestMatches(search)
      ? await findWishes(database, viewerId, now, findHabits)
      : null
  const context = nameCities({ viewerId: viewerId ?? null, now, near, blockedIds, wishes }, search, cities)
  const exact: Sought = { search, context, condition: toSearchCondition(search, context) }
  const found = await readRange(database, exact, toRowRange(search))
  const corrected = found.total < FOUND_MINIMUM ? await correctSearch(database, exact, found.total > 0) : null
  const foundCorrected = corrected && (await readRange(database, corrected, toRowRange(search)))
  // Only spellings that find more count.
  const isBetter = foundCorrected !== null && foundCorrected.total > found.total
  return { exact, corrected, isBetter, ...(isBetter ? foundCorrected : found) }
}

/** A search with its SQL condition. */
type Sought = {
  search: CaregiverSearch
  context: SearchContext
  /** Null if no caregiver can match. */
  condition: SQL | null
  /** With a search text and no order: those who come first. */
  exact?: SQL | null
  /** Without an order: whether the closest come first. */
  byDistance?: boolean
  /** Only the best rated matches are compared. */
  isAmongBestRated?: boolean
}

/** The cities that the text and the city of a search may name. */
export const findCities = (database: Database, { q = '', city }: Pick<CaregiverSearch, 'q' | 'city'>) =>
  findNamedPlaces(database, [...listPossibleCities(q), ...listPossibleCities(toCityText(city))])

/** The context of a search with the cities that it may name. A distance from another place goes before them. */
function nameCities<Context extends Pick<SearchContext, 'near'>>(
  context: Context,
  search: CaregiverSearch,
  cities: KnownCities,
) {
  const named =
    search.within_km === undefined
      ? findTextPlace(search.q ?? '', cities) || (search.around && listCityPlaces(search, cities)[0]) || null
      : null
  return { ...context, cities, named, near: named ?? context.near }
}

const toCount = (total: number) => ({
  count: Math.min(total, CAREGIVERS_COUNTED_MAXIMUM),
  count_is_exact: total <= CAREGIVERS_COUNTED_MAXIMUM,
})

/** How many match a search, and those in a range. */
async function readRange(
  database: Database,
  sought: Sought,
  range: RowRange,
): Promise<{ total: number; matches: Match[] }> {
  const [total, matches] = await Promise.all([
    countMatches(database, sought),
    listRange(database, sought, range),
  ])
  return { total, matches }
}

/** How many match a search, up to 1,001. */
async function countMatches(database: Database, { condition }: Sought): Promise<number> {
  if (condition === null) return 0
  return countUpTo(database, caregiverProfiles, condition, CAREGIVERS_COUNTED_MAXIMUM)
}

/** The matches of a search in a range. */
async function listRange(database: Database, sought: Sought, range: RowRange): Promise<Match[]> {
  const { search, condition, context } = sought
  if (condition === null) return []
  const { near, named, wishes } = context
  return near && !named && !wishes && search.within_km === undefined && !hasOrder(search)
    ? listNearFirst(database, { ...sought, condition }, near, range)
    : listMatches(database, { ...sought, condition }, range)
}

/**
 * The search with its misspelled words corrected, which also finds what is found without that; null if none
 * is misspelled.
 */
async function correctSearch(
  database: Database,
  { search, context, condition }: Sought,
  isFound: boolean,
): Promise<Sought | null> {
  const { cities } = context
  const q = condition && (await correctSpelling(database, { text: search.q ?? '', cities, isFound }))
  if (!q) return null
  const correctedSearch = { ...search, q }
  const correctedCities = await findCities(database, correctedSearch)
  // Several corrected words are no place as a whole: "nany new york" isn't East New York.
  if (q.includes(' ')) correctedCities.delete(q)
  const correctedContext = nameCities(context, correctedSearch, correctedCities)
  const correctedCondition = toSearchCondition(correctedSearch, correctedContext)
  return {
    search: correctedSearch,
    context: correctedContext,
    condition: or(condition, correctedCondition ?? undefined) ?? null,
    exact: isFound ? condition : null,
  }
}

/** The nearest matches of a corrected search if it has some, else those of the text as it is. */
async function findNearestOf(deps: ReadDeps, corrected: Sought | null, exact: Sought) {
  const nearest = corrected && (await findNearest(deps, corrected))
  return nearest && nearest.results.length > 0 ? nearest : findNearest(deps, exact)
}

/** How many of the nearest matches are shown. */
const NEAREST_MAXIMUM = 6
/** Beyond this distance from the place of a search nobody is a near match. */
const NEAREST_KM = 100

/**
 * What finds someone if a search finds no one: the search without one of its wishes, or else without several
 * of them, the least important first. The results are those of the first search that has some, within 100 km of the
 * place of the search and the closest first; if no search keeps a role of the text, there are none.
 * @see docs/rules/profiles-and-files.md#no-match
 */
async function findNearest(deps: ReadDeps, { search, context }: Sought): Promise<SearchResult['nearest']> {
  const { database } = deps
  const parts = readTextParts(search.q ?? '', context.cities)
  const plainSearch = { ...search, q: parts.map(({ written }) => written).join(' ') }
  const wishes = listWishes(plainSearch, context.cities)
  if (wishes.length === 0) return null
  const seekWithout = (left: Wish[]): Sought => {
    const looser = leaveOut(plainSearch, left)
    const looserContext = { ...context, wishes: null }
    return { search: looser, context: looserContext, condition: toSearchCondition(looser, looserContext) }
  }
  const found: { left: Wish[]; sought: Sought; total: number }[] = []
  // One after the other, because many searches at once would take all connections.
  const tryWithout = async (left: Wish[]) => {
    const sought = seekWithout(left)
    const total = await countMatches(database, sought)
    if (total > 0) found.push({ left, sought, total })
  }
  for (const wish of wishes) await tryWithout([wish])
  const roles = wishes.filter(({ isRole }) => isRole)
  const lesserWishes = wishes.filter(({ isRole }) => !isRole)
  const leftMost = Math.min(lesserWishes.length, wishes.length - 1)
  for (let length = 2; found.length === 0 && length <= leftMost; length += 1) {
    await tryWithout(lesserWishes.slice(0, length))
  }
  if (found.length === 0) return null
  // At least one role stays, because caregivers of other kinds are no near matches.
  const candidates = found.filter(
    ({ left }) => wishes.length > 1 && (roles.length === 0 || roles.some((role) => !left.includes(role))),
  )
  const center = findCenter(search, context)
  let nearest = candidates[0]
  let matches: Match[] = []
  for (const candidate of candidates) {
    const sought = center ? keepNear(candidate.sought, center) : candidate.sought
    matches = await listRange(database, sought, { offset: 0, limit: NEAREST_MAXIMUM })
    if (matches.length === 0) continue
    nearest = candidate
    break
  }
  const searches = nearest ? [nearest, ...found.filter((one) => one !== nearest)] : found
  return {
    searches: searches.map(({ left, sought, total }) => ({
      without: left.map(({ filter, value }) => ({ filter, value })),
      q: sought.search.q ?? '',
      ...toCount(total),
    })),
    results: await readPublicCaregivers(deps, matches, context.viewerId),
  }
}

/** The place in or around which a search asks for care; null without one. */
function findCenter(search: CaregiverSearch, { near, named, cities }: SearchContext): NearPlace | null {
  if (search.within_km !== undefined) return near
  return named ?? listCityPlaces(search, cities)[0] ?? null
}

/** Those of a search who are no farther from a place than nearest matches may be, the closest first. */
function keepNear({ condition, ...sought }: Sought, center: NearPlace): Sought {
  return {
    ...sought,
    context: { ...sought.context, near: center, named: null },
    condition: condition && sql`(${condition}) AND ${isWithin(center, NEAREST_KM)}`,
    byDistance: true,
  }
}

type RowRange = { offset: number; limit: number }

/** Which of the matches a page has; none beyond the first 1,000 (`CAREGIVERS_COUNTED_MAXIMUM`). */
function toRowRange(search: CaregiverSearch): RowRange {
  const offset = getOffset(search)
  return { offset, limit: Math.min(search.page_size, CAREGIVERS_COUNTED_MAXIMUM - offset) }
}

/** Within this distance all matches are compared by distance; beyond it only the best rated. */
const AROUND_KM = 200

/**
 * Lists caregivers nearby before all others: those nearby in the usual order, the others by distance. Each group
 * has its own statement, so that an index can find it, and is read only if those before don't fill the range.
 */
async function listNearFirst(
  database: Database,
  sought: Sought & { condition: SQL },
  near: NearPlace,
  { offset, limit }: RowRange,
): Promise<Match[]> {
  const isNearbyHere = isNearby(near)
  const isAround = isWithin(near, AROUND_KM)
  // NOT TRUE also holds for caregivers whose place isn't known.
  const groups = [
    { condition: isNearbyHere },
    { condition: sql`${isAround} AND ${isNearbyHere} IS NOT TRUE`, byDistance: true },
    { condition: sql`${isAround} IS NOT TRUE`, byDistance: true, isAmongBestRated: true },
  ]
  const matches: Match[] = []
  let skipped = offset
  for (const group of groups) {
    if (matches.length >= limit) break
    const condition = sql`(${sought.condition}) AND ${group.condition}`
    const range = { offset: skipped, limit: limit - matches.length }
    const found = await listMatches(database, { ...sought, ...group, condition }, range)
    matches.push(...found)
    if (found.length > 0) skipped = 0
    else if (skipped > 0) {
      skipped -= await countUpTo(database, caregiverProfiles, condition, CAREGIVERS_COUNTED_MAXIMUM)
    }
  }
  return matches
}

/**
 * One range of the caregivers that meet a condition, in the order that the search asks for: for a family's best
 * matches by their points, with a search text and no order by relevance.
 */
async function listMatches(
  database: Database,
  { search, condition, context, exact, byDistance, isAmongBestRated = false }: Sought & { condition: SQL },
  { offset, limit }: RowRange,
): Promise<Match[]> {
  if (limit <= 0) return []
  const { near, named, now, wishes } = context
  const match = wishes && selectMatch(wishes, near, now)
  const relevance = toRelevance(search, context)
  const ranked = match
    ? selectCandidates(database, condition, { near, wishes })
    : (relevance || isAmongBestRated) && selectBestRated(database, condition)
  const rank = match?.score ?? relevance
  const firsts = [
    ...(exact && relevance ? [desc(sql`(${exact})`)] : []),
    ...(named && !wishes && !hasOrder(search)
      ? [desc(travelsTo(named)), sql`${selectNamedDistanceKm(named)} NULLS LAST`]
      : []),
    // Those who are farther than any points count come by distance; whose place isn't known is no farther.
    ...(match && near ? [sql`greatest(${selectDistanceKm(near)}, ${CANDIDATES_KM}::float8)`] : []),
    ...(byDistance && near && !named && !hasOrder(search) ? [sql`${selectDistanceKm(near)} NULLS LAST`] : []),
  ]
  const wanted = toWantedHours(search)
  const rows = await database
    .select({
      id: caregiverProfiles.userId,
      wantedSlots: wanted ? selectWantedFreeSlots(wanted, now) : sql<null>`NULL`,
      distanceKm: near ? selectDistanceKm(near) : sql<null>`NULL`,
      facts: match?.facts ?? sql<MatchFacts | null>`NULL`,
    })
    .from(caregiverProfiles)
    .where(ranked ? inArray(caregiverProfiles.userId, ranked) : condition)
    .orderBy(...firsts, ...(rank ? [desc(rank), ...BY_RATING] : toOrder(search)))
    .limit(limit)
    .offset(offset)
  return rows.map(({ facts, ...row }) => ({
    ...row,
    reasons: wishes && facts ? listReasons(wishes, facts, near?.name) : undefined,
  }))
}

/**
 * The best rated matches; only these are ranked by relevance, because ranking all matches of a common word
 * would take seconds.
 */
function selectBestRated(database: Database, condition: SQL) {
  return database
    .select({ userId: caregiverProfiles.userId })
    .from(caregiverProfiles)
    .where(condition)
    .orderBy(...BY_RATING)
    .limit(CAREGIVERS_COUNTED_MAXIMUM)
}

/** A family's best matches are looked for among the best rated within this distance, and the best rated of all. */
const CANDIDATES_KM = 100

/**
 * Those among whom a family's best matches are: the best rated, those of them who are near, and whom the family
 * knows.
 */
function selectCandidates(
  database: Database,
  condition: SQL,
  { near, wishes }: { near: NearPlace | null; wishes: FamilyWishes },
): SQL {
  const nearby = near && sql`(${condition}) AND ${isWithin(near, CANDIDATES_KM)}`
  const knownIds = [...wishes.bookedIds, ...wishes.savedIds]
  const groups = [
    selectBestRated(database, condition),
    ...(nearby ? [selectBestRated(database, nearby)] : []),
    ...(knownIds.length > 0
      ? [selectBestRated(database, sql`(${condition}) AND ${inArray(caregiverProfiles.userId, knownIds)}`)]
      : []),
  ]
  return sql`(${sql.join(groups, sql` UNION `)})`
}

/** Whom a family needs a substitute for. */
type Replaced = {
  familyId: number
  caregiverId: number
  /** The ids of caregivers who are not offered, also the replaced one's. */
  excluded: readonly number[]
  /** The children of the visit, as old as on its day. */
  children: readonly Pick<Child, 'age'>[]
  /** Where the visit is; without a city it is where the replaced caregiver lives. */
  place: { city: string; country: string } | null
}

/** How many substitutes a family is offered. */
const BACKUPS_MAXIMUM = 3

/**
 * Up to three listed caregivers who can replace a caregiver for a family: in the city of the visit or near it,
 * with the same kind of care, who travel there and are free at all of these hours (epoch ms); best rated first.
 * @returns also where and for what care a search would look
 * @see docs/rules/bookings.md#backup-caregivers
 */
export async function listBackupCaregivers(
  deps: ReadDeps,
  { familyId, caregiverId, excluded, children, place }: Replaced,
  intervals: readonly Interval[],
): Promise<Pick<BackupCaregivers, 'results' | 'place' | 'care'>> {
  const { database, clock } = deps
  const [replacedCaregiver] = await database
    .select()
    .from(caregiverProfiles)
    .where(eq(caregiverProfiles.userId, caregiverId))
  if (!replacedCaregiver) return { results: [], place: place ?? { city: '', country: '' }, care: '' }
  const { skillKeys } = replacedCaregiver
  const { city, country } = place?.city
    ? { city: place.city, country: place.country || replacedCaregiver.country }
    : replacedCaregiver
  // The country of a visit without one is only likely.
  const searchPlace = { city, country: place?.city ? place.country : country }
  const search = { place: searchPlace, care: nameSoughtRole(skillKeys, children) }
  const sought = listSoughtCare(skillKeys, children)
  if (sought.length === 0 || intervals.length === 0) return { ...search, results: [] }
  const now = clock.now()
  const near = place?.city
    ? await findVisitPlace(database, familyId, { city, country })
    : await matchPlace(database, replacedCaregiver)
  const isInCity = and(
    eq(caregiverProfiles.country, country),
    eq(caregiverProfiles.cityKey, sql`fold(${city})`),
  )
  const matches = await database
    .select({ id: caregiverProfiles.userId })
    .from(caregiverProfiles)
    .where(
      and(
        caregiverProfiles.isListed,
        near ? and(or(isInCity, isWithin(near, NEARBY_KM)), travelsTo(near)) : isInCity,
        ...sought.map(hasSkills),
        notInArray(caregiverProfiles.userId, [...excluded]),
        isNotBlocked(familyId),
        isFreeDuring(intervals, now),
      ),
    )
    .orderBy(...BY_RATING)
    .limit(BACKUPS_MAXIMUM)
  return { ...search, results: await readPublicCaregivers(deps, matches, familyId) }
}

/** The SQL condition that a caregiver has at least so many of these skills. */
const hasSkills = ({ skills, least }: { skills: readonly string[]; least: number }) =>
  sql`(SELECT count(*) FROM unnest(${caregiverProfiles.skillKeys}) AS skill
    WHERE skill = ANY(${sql.param(skills)}::text[])) >= ${least}`

/** The SQL condition that no block separates a caregiver from the viewer. */
const isNotBlocked = (viewerId: number) => not(isBlockedBetween(caregiverProfiles.userId, viewerId))

/**
 * A listed caregiver's page, without what the records of their bookings say.
 * @param viewerId the id of the person who is logged in, if any
 * @throws AppError 404 unless the caregiver is listed and no block separates them from the viewer
 */
export async function getListedCaregiver(
  deps: ReadDeps & Pick<Deps, 'config'>,
  userId: number,
  viewerId: number | undefined,
): Promise<Omit<CaregiverDetail, 'completion_rate' | 'response_hours' | 'repeat_families'>> {
  const { database, config } = deps
  const viewer = viewerId ?? null
  const [caregiver] = await readPublicCaregivers(deps, [{ id: userId }], viewer, viewer)
  if (!caregiver) throw notFound()
  const [about] = await aboutQuery(database).execute({ userId })
  if (!about) throw notFound()
  return {
    ...caregiver,
    ...about,
    background_check: caregiver.has_background_check ? await findBadge(database, deps, userId) : null,
    service_fee_bps: config.serviceFeeBps,
  }
}

/** What the page of a listed caregiver shows beyond the list. A hidden profile shows no video. */
const aboutQuery = prepareOnce('caregiver_about', (reader) => {
  const {
    userId,
    noticeHours,
    minimumVisitMinutes,
    experienceYears,
    careAges,
    videoUrl,
    travelKm,
    hiddenAt,
  } = caregiverProfiles
  return reader
    .select({
      notice_hours: noticeHours,
      minimum_visit_minutes: minimumVisitMinutes,
      experience_years: experienceYears,
      care_ages: careAges,
      video_url: sql<string>`CASE WHEN ${hiddenAt} IS NULL THEN ${videoUrl} ELSE '' END`,
      travel_km: travelKm,
      references_confirmed: countConfirmedReferences(),
    })
    .from(caregiverProfiles)
    .where(eq(userId, sql.placeholder('userId')))
})

/**
 * How far a visit of a family is from a listed caregiver's city, in kilometers from center to center; null if one
 * of the two places isn't known.
 * @throws AppError 404 unless the caregiver is listed and no block separates them from the family
 * @see docs/rules/profiles-and-files.md#how-far-they-travel
 */
export async function findVisitDistanceKm(
  reader: Reader,
  { familyId, caregiverId }: { familyId: number; caregiverId: number },
  address: { city: string; country: string },
): Promise<number | null> {
  const [caregiver] = await reader
    .select({ id: caregiverProfiles.userId })
    .from(caregiverProfiles)
    .where(and(eq(caregiverProfiles.userId, caregiverId), caregiverProfiles.isListed, isNotBlocked(familyId)))
  if (!caregiver) throw notFound()
  const [distanceKm = null] = await listVisitDistancesKm(reader, [{ familyId, caregiverId, ...address }])
  return distanceKm
}

/** Those of these caregivers who are listed, as a family sees them, in the given order. */
export function listListedCaregivers(
  deps: ReadDeps,
  familyId: number,
  userIds: readonly number[],
): Promise<PublicCaregiver[]> {
  return readPublicCaregivers(
    deps,
    userIds.map((id) => ({ id })),
    familyId,
  )
}
