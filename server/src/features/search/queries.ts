import { usdFromCents } from '@tendwell/contract/money'
import type { CaregiverSearch, PublicCaregiver } from '@tendwell/contract/profiles'
import { MINUTE_MS } from '@tendwell/contract/time'
import { and, count, eq, sql } from 'drizzle-orm'
import type { PgSelect } from 'drizzle-orm/pg-core'
import type { Deps } from '../../deps.ts'
import { onceFor, type Reader } from '../../platform/database.ts'
import { notFound } from '../../platform/errors.ts'
import { offsetOf } from '../../platform/pages.ts'
import { avatarUrl, users } from '../accounts/index.ts'
import { nextOpening, valuesOfNextOpening } from '../availability/index.ts'
import { averageOf, caregiverProfiles } from '../profiles/index.ts'
import { COUNTED, type Finding, findingOf, type Search } from './finding.ts'
import { matching, matchingMany, orderOf, RELEVANCE } from './matching.ts'
import { valuesOf } from './values.ts'

/** Among so many of the best rated, ten pages, relevance decides who comes first. */
const RANKED = 120

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
const ALL = { count: count() }

type Row = { [Column in keyof Shown]: Shown[Column]['_']['data'] } & {
  avatarFileId: string | null
  opening: number | null
}

/** What is looked up for those alone who are answered. The statement is told `valuesOfNextOpening`. */
const lookedUp = {
  avatarFileId: sql<
    string | null
  >`(SELECT ${users.avatarFileId} FROM ${users} WHERE ${users.id} = ${caregiverProfiles.userId})`,
  opening: nextOpening(caregiverProfiles.userId),
}

/** A `Row` in one column. */
const AS_JSON = {
  row: sql`json_build_object(${sql.join(
    Object.entries({ ...shown, ...lookedUp }).map(
      ([name, column]) => sql`${sql.raw(`'${name}'`)}, ${column}`,
    ),
    sql`, `,
  )})`,
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

type Statements = ReturnType<typeof prepare>

/** A search's statements: a page, which comes with its count, or one for each where only profiles can tell. */
function prepare(search: Search, name: string) {
  const finding = findingOf(search)
  return {
    page: paging(search, finding).prepare(name && `page${name}`),
    count: finding ? undefined : counting(search).prepare(name && `count${name}`),
  }
}

const isByRelevance = ({ told, ordering }: Pick<Search, 'told' | 'ordering'>) => told.has('q') && !ordering

/**
 * Building a statement takes as long as running one, so each kind of search keeps its own: which filters were given,
 * and for a date how many days and masks tell about it, tells kinds apart. The planner still sees each search's values
 * (`plan_cache_mode`), since a plan for all of them would be many times slower (architecture, "Search and scale").
 */
const kindsOf = onceFor((_reader: Reader) => new Map<string, Statements>())
/** Each connection keeps what it has prepared, so kinds that come later are built each time, under no name. */
const KINDS_KEPT = 64

function statementsFor(search: Search): Statements {
  const kinds = kindsOf(search.reader)
  const kind = [search.ordering, ...search.told].join()
  const known = kinds.get(kind)
  if (known) return known
  const isKept = kinds.size < KINDS_KEPT
  const made = prepare(search, isKept ? `_of_search_${kinds.size}` : '')
  if (isKept) kinds.set(kind, made)
  return made
}

/**
 * A page of the listed caregivers that a search finds. `count` is exact up to 10,000; nobody leafs further than that.
 */
export async function searchCaregivers(
  { searches, clock }: Pick<Deps, 'searches' | 'clock'>,
  search: CaregiverSearch,
): Promise<{ count: number; count_is_exact: boolean; results: PublicCaregiver[] }> {
  const now = clock.now()
  const values = valuesOf(search, now)
  if (values === null) return { count: 0, count_is_exact: true, results: [] }
  const asked = { reader: searches, told: new Set(Object.keys(values)), ordering: search.ordering }
  const { page, count } = statementsFor(asked)
  const offset = Math.min(offsetOf(search), COUNTED)
  const limit = Math.min(search.page_size, COUNTED - offset)
  const first = Math.max(offset + limit, isByRelevance(asked) ? RANKED : 0)
  const told = { ...values, ...valuesOfNextOpening(now), first, limit, offset }
  // The count begins first: it takes longer.
  const [[apart], [found]] = await Promise.all([count?.execute(told) ?? [], page.execute(told)])
  const total = apart?.count ?? found?.count ?? 0
  return {
    count: Math.min(total, COUNTED),
    count_is_exact: total <= COUNTED,
    results: found?.rows.map(publicCaregiverOf) ?? [],
  }
}

/** How many there are, up to one more than is counted. */
function counting({ reader, told }: Search) {
  const found = reader
    .select({ one: sql`1` })
    .from(caregiverProfiles)
    .where(matchingMany(told))
    .limit(COUNTED + 1)
    .as('found')
  return reader.select(ALL).from(found)
}

/** A page as one value, so that one without people tells too how many there are, where that is known. */
function paging(search: Search, finding: Finding | undefined) {
  const page = isByRelevance(search) ? relevantRows(search, finding) : rowsInOrder(search, finding)
  return search.reader
    .with(...(finding?.ctes ?? []))
    .select({
      count: finding?.total ?? sql<null>`NULL`,
      rows: sql<Row[]>`array_to_json(ARRAY${page})`,
    })
    .from(sql`(VALUES (1)) AS once`)
}

/** Takes from the profiles those whom a search finds, in order. */
function findIn<People extends PgSelect>(people: People, { told, ordering }: Search, finding?: Finding) {
  const found = finding?.inOrder
  return found
    ? people.innerJoin(found, eq(caregiverProfiles.userId, found.userId)).orderBy(...orderOf(ordering, found))
    : people.where(matching(told)).orderBy(...orderOf(ordering))
}

function rowsInOrder(search: Search, finding: Finding | undefined) {
  const people = search.reader.select(AS_JSON).from(caregiverProfiles)
  return findIn(people.$dynamic(), search, finding)
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
}

/**
 * A page by relevance, which decides among the best rated: working it out for everyone whom a common word meets would
 * take seconds. The others follow them by rating, so that pages never repeat or miss anyone.
 */
function relevantRows(search: Search, finding: Finding | undefined) {
  const { reader } = search
  const byRating = sql.join(orderOf('rating', finding?.inOrder), sql`, `)
  const people = reader
    .select({
      id: caregiverProfiles.id,
      relevance: sql`${RELEVANCE}`.as('relevance'),
      place: sql<number>`row_number() OVER (ORDER BY ${byRating})`.as('place'),
    })
    .from(caregiverProfiles)
  const best = findIn(people.$dynamic(), search, finding).limit(sql.placeholder('first')).as('best')
  const relevance = sql`CASE WHEN ${best.place} <= ${sql.raw(String(RANKED))} THEN ${best.relevance} END`
  const chosen = reader
    .select({
      id: best.id,
      order: sql`row_number() OVER (ORDER BY ${relevance} DESC NULLS LAST, ${best.place})`.as('chosen_order'),
    })
    .from(best)
    .orderBy(sql`chosen_order`)
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .as('chosen')
  return reader
    .select(AS_JSON)
    .from(chosen)
    .innerJoin(caregiverProfiles, eq(caregiverProfiles.id, chosen.id))
    .orderBy(chosen.order)
}

const personStatement = onceFor((reader: Reader) =>
  reader
    .select({ ...shown, ...lookedUp })
    .from(caregiverProfiles)
    .where(and(eq(caregiverProfiles.userId, sql.placeholder('userId')), caregiverProfiles.isListed))
    .prepare('listed_caregiver'),
)

/** @throws AppError 404 for who is no caregiver, or none that the public may see */
export async function listedCaregiver(
  { searches, clock }: Pick<Deps, 'searches' | 'clock'>,
  userId: number,
): Promise<PublicCaregiver> {
  const told = { userId, ...valuesOfNextOpening(clock.now()) }
  const [row] = await personStatement(searches).execute(told)
  if (!row) throw notFound()
  return publicCaregiverOf(row)
}
