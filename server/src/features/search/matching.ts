import type { CaregiverSearch } from '@tendwell/contract/profiles'
import { and, asc, desc, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { beginsWith } from '../../platform/database.ts'
import { opensFor } from '../availability/index.ts'
import { caregiverProfiles } from '../profiles/index.ts'
import { isInMasks } from './masks.ts'
import { IS_NAMED, IS_NAMED_LONGER } from './names.ts'
import { folded, value } from './values.ts'

const AS_WRITTEN = sql`websearch_to_tsquery('simple', ${folded('q')})`
const AS_ENGLISH = sql`websearch_to_tsquery('english', ${folded('q')})`

/**
 * The words looked for, as they stand and as stemmed English: the first finds names that English takes for filler
 * ("Will"), the second finds "caring" by "care". Where both are the same it is said once, since PostgreSQL expects
 * twice as many people from it otherwise, and so a plan that is far from the best.
 */
const WORDS = sql`CASE WHEN ${AS_WRITTEN} = ${AS_ENGLISH} THEN ${AS_WRITTEN} ELSE ${AS_WRITTEN} || ${AS_ENGLISH} END`

/** The condition that a filter stands for, by the name of its value. */
const CONDITIONS: Record<string, SQL> = {
  country: sql`${caregiverProfiles.country} = ${value('country', 'text')}`,
  city: beginsWith(caregiverProfiles.cityKey, folded('city')),
  skills: sql`${caregiverProfiles.skillKeys} @> ${value('skills', 'text[]')}`,
  rareSkills: sql`${caregiverProfiles.skillKeys} @> ${value('rareSkills', 'text[]')}`,
  languages: sql`${caregiverProfiles.languageKeys} && ${value('languages', 'text[]')}`,
  rareLanguages: sql`${caregiverProfiles.languageKeys} && ${value('rareLanguages', 'text[]')}`,
  least: sql`${caregiverProfiles.priceCents} >= ${value('least', 'int')}`,
  most: sql`${caregiverProfiles.priceCents} <= ${value('most', 'int')}`,
  standing: sql`${caregiverProfiles.standing} >= ${value('standing', 'bigint')}`,
  q: sql`(${caregiverProfiles.searchText} @@ (${WORDS}) OR ${IS_NAMED_LONGER})`,
}

/**
 * The same by narrow columns, which indexes hold, where one of these values is told: quick to go through for many people,
 * not to find a few of them. A text is left to its masks.
 */
const NARROW_CONDITIONS: Record<string, { by: string[]; condition?: SQL }> = {
  skills: {
    by: ['skillBits'],
    // As good as `=`, and PostgreSQL takes it for far less rare.
    condition: sql`${caregiverProfiles.skillBits} & ${value('skillBits', 'bigint')} >= ${value('skillBits', 'bigint')}`,
  },
  languages: {
    by: ['languageBits'],
    condition: sql`${caregiverProfiles.languageBits} & ${value('languageBits', 'bigint')} > 0`,
  },
  q: { by: ['wordBegin', 'words'] },
}

/** Written as a bare column, because the partial indexes are. */
export const IS_LISTED = sql`${caregiverProfiles.isListed}`

/** The condition that a listed caregiver meets to be looked at one after the other, as a page needs a few of them. */
export function matching(told: ReadonlySet<string>): SQL | undefined {
  const filters = Object.entries(CONDITIONS).filter(([name]) => told.has(name))
  return and(
    IS_LISTED,
    ...filters.map(([, condition]) => condition),
    opensFor(caregiverProfiles.userId, told),
  )
}

/** The narrow condition of a filter, if there is one that can be used. */
function narrowOf(name: string, told: ReadonlySet<string>): { condition?: SQL } | undefined {
  const narrow = NARROW_CONDITIONS[name]
  return narrow?.by.some((each) => told.has(each)) ? narrow : undefined
}

/** The same condition to go through all of them: by narrow columns, and by masks of words and of a date. */
export function matchingMany(told: ReadonlySet<string>): SQL | undefined {
  const filters = Object.entries(CONDITIONS)
    .filter(([name]) => told.has(name))
    .map(([name, condition]) => {
      const narrow = narrowOf(name, told)
      return narrow ? narrow.condition : condition
    })
  return and(IS_LISTED, ...filters, isInMasks(told))
}

/**
 * Whether an index finds all who are found, and leaves few others to look at: that of cities, if masks or narrow columns
 * tell the rest, or those of skills and languages, for what the reference lists don't know.
 */
export function isFoundByIndex(told: ReadonlySet<string>): boolean {
  const names = Object.keys(NARROW_CONDITIONS).filter((name) => told.has(name))
  const isOfCity = told.has('city') && names.every((name) => narrowOf(name, told))
  return isOfCity || told.has('rareSkills') || told.has('rareLanguages')
}

const filtersOf = (told: ReadonlySet<string>) => Object.keys(CONDITIONS).filter((name) => told.has(name))
const isOfDate = (told: ReadonlySet<string>) => told.has('period0')

/** Whether a search asks for one thing at most that an index of the profiles answers in order, or finds a few by. */
export function isSimple(told: ReadonlySet<string>): boolean {
  const isOfOne = filtersOf(told).length < 2 && !told.has('skillMask1')
  return isOfOne && !told.has('q') && !isOfDate(told)
}

/** Whether a page's people are sooner met by masks: relevance takes many of a text's, and a date with filters few meet. */
export function isMetByMasks(told: ReadonlySet<string>): boolean {
  return told.has('q') || (isOfDate(told) && filtersOf(told).length > 0)
}

/** What lists are put in order by. */
export const ORDERED = {
  userId: caregiverProfiles.userId,
  standing: caregiverProfiles.standing,
  priceCents: caregiverProfiles.priceCents,
}

type Ordered = Record<keyof typeof ORDERED, SQLWrapper>

const ORDERS: Record<NonNullable<CaregiverSearch['ordering']>, (of: Ordered) => SQL[]> = {
  // Best rated first, then most rated: how lists go unless something else is asked for.
  rating: (of) => [desc(of.standing)],
  rate: (of) => [asc(of.priceCents), asc(of.userId)],
  '-rate': (of) => [desc(of.priceCents), asc(of.userId)],
  // Ids grow with time, and their index is there already.
  newest: (of) => [desc(of.userId)],
}

/** The order that was asked for, or by rating. @param of what has its columns: the profiles, unless told otherwise */
export function orderOf(ordering: CaregiverSearch['ordering'] = 'rating', of: Ordered = ORDERED): SQL[] {
  return ORDERS[ordering](of)
}

/** How well a caregiver fits the words looked for. */
export const RELEVANCE = sql`ts_rank(${caregiverProfiles.searchText}, (${WORDS})) + (${IS_NAMED})::int`
