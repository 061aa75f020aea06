import { centsFromUsd } from '@tendwell/contract/money'
import type { CaregiverSearch } from '@tendwell/contract/profiles'
import { COUNTRIES } from '@tendwell/contract/reference'
import { and, asc, desc, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { literally } from '../../platform/database.ts'
import { opensFor, valuesOfWish } from '../availability/index.ts'
import {
  bitsOf,
  caregiverBlocks,
  caregiverProfiles,
  caregiverWords,
  hundredthsOf,
  KNOWN_LANGUAGES,
  KNOWN_SKILLS,
  LISTED,
  maskOfCountry,
  masksBeyondRate,
  masksFromRate,
  masksFromRating,
  masksOf,
} from '../profiles/index.ts'

/** What a search's statements are told each time they run, by the names of their placeholders. */
export type Values = Record<string, string | number | string[]>

function lowered(words: readonly string[] | undefined): string[] | undefined {
  return words && words.length > 0 ? words.map((word) => word.toLowerCase()) : undefined
}

/** A text filter that holds something, or undefined: a form sends its empty fields as well. */
function given(text: string | undefined): string | undefined {
  return text?.trim() || undefined
}

/** A word that PostgreSQL takes for one word, whatever it knows of languages. */
const PLAIN_WORD = /^[a-z]+$/i

/** A text of words alone, none of which means anything to a search or to a regular expression. */
const PLAIN_WORDS = /^[\p{L}\p{N} ]+$/u

/** A text as PostgreSQL can read it as words: it fails on more than 32 dashes that wait for one. */
function readable(text: string): string {
  return text.replace(/-[-\s]*-/g, '-')
}

/**
 * The filters that were given, by the names under which `matching` knows them: which names there are decides on the
 * statement, so one is made for each set of filters and not for each search. Null when nobody can be found, since the
 * country is none that caregivers live in, or the date is over or too far ahead.
 */
export function valuesOf(search: CaregiverSearch, now: Date): Values | null {
  const { available_on: date, start, end, timezone: zone } = search
  const q = given(search.q)
  const city = given(search.city)
  const wanted = given(search.country)?.toLowerCase()
  const country = COUNTRIES.find((name) => name.toLowerCase() === wanted)
  const wish = date === undefined ? {} : valuesOfWish({ date, start, end, zone }, now)
  if ((wanted && !country) || wish === null) return null
  const skills = lowered(search.skills)
  const languages = lowered(search.languages)
  const { min_rate: least, max_rate: most, min_rating: rating } = search
  const values = {
    country,
    city: city && `${literally(city)}%`,
    skills,
    skillBits: skills && bitsOf(skills, KNOWN_SKILLS),
    languages,
    languageBits: languages && bitsOf(languages, KNOWN_LANGUAGES),
    least: least === undefined ? undefined : centsFromUsd(least),
    most: most === undefined ? undefined : centsFromUsd(most),
    rating: rating === undefined ? undefined : hundredthsOf(rating),
    q: q && readable(q),
    name: q && `% ${literally(q)}%`,
    longerName: q && (PLAIN_WORDS.test(q) ? ` ${q}[^ ]` : ''),
    wordBegin: q && PLAIN_WORD.test(q) ? ` ${q}_%` : undefined,
    ...placed('countryMask', country && [maskOfCountry(country)]),
    ...placed('skillMask', masksOf(skills ?? [], 'skills')),
    ...placed('languageMask', masksOf(languages ?? [], 'languages')),
    ...placed('leastMask', least === undefined ? null : masksFromRate(least)),
    ...placed('mostMask', most === undefined ? null : masksBeyondRate(most)),
    ...placed('ratingMask', rating === undefined ? null : masksFromRating(hundredthsOf(rating))),
    ...wish,
  }
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, Values[string]] => entry[1] != null),
  )
}

const value = (name: string, type: string) => sql`${sql.placeholder(name)}::${sql.raw(type)}`

const AS_WRITTEN = sql`websearch_to_tsquery('simple', ${value('q', 'text')})`
const AS_ENGLISH = sql`websearch_to_tsquery('english', ${value('q', 'text')})`

/**
 * The words looked for, as they stand and as stemmed English: the first finds names that English takes for filler
 * ("Will"), the second finds "caring" by "care". Where both are the same it is said once, since PostgreSQL expects
 * twice as many people from it otherwise, and so a plan that is far from the best.
 */
const WORDS = sql`CASE WHEN ${AS_WRITTEN} = ${AS_ENGLISH} THEN ${AS_WRITTEN} ELSE ${AS_WRITTEN} || ${AS_ENGLISH} END`

const NAME = sql`' ' || lower(${caregiverProfiles.fullName})`

/** Names that begin with this, or one of whose later names does. */
const IS_NAMED = sql`${NAME} LIKE lower(${value('name', 'text')})`

/**
 * The same without the names that are the whole of what is looked for, where the words find those: PostgreSQL would
 * expect them twice. The pattern alone would do, but takes longer than LIKE to say no; an empty one says yes to all.
 */
const IS_NAMED_LONGER = sql`(${IS_NAMED} AND ${NAME} ~ lower(${value('longerName', 'text')}))`

/** Masks of who is found by a single word, as `q` says it below: by a word of hers, or by how a longer name begins. */
const MASKS_OF_WORD = sql`
  SELECT ${caregiverWords.block}, ${caregiverWords.mask} FROM ${caregiverWords}
  WHERE ${caregiverWords.word} = ANY(tsvector_to_array(
    to_tsvector('simple', ${value('q', 'text')}) || to_tsvector('english', ${value('q', 'text')})))
  UNION ALL
  SELECT ${caregiverWords.block}, ${caregiverWords.mask} FROM ${caregiverWords}
  WHERE ${caregiverWords.word} LIKE lower(${value('wordBegin', 'text')})`

/** The same, one for each block. */
const FOUND_BY_WORD = sql`(
  SELECT block, bit_or(mask) AS mask FROM (${MASKS_OF_WORD}) AS words GROUP BY block) AS found_by_word`

/** The condition that a filter stands for, by the name of its value. */
const CONDITIONS: Record<string, SQL> = {
  country: sql`${caregiverProfiles.country} = ${value('country', 'text')}`,
  city: sql`lower(${caregiverProfiles.city}) LIKE lower(${value('city', 'text')})`,
  skills: sql`${caregiverProfiles.skillKeys} @> ${value('skills', 'text[]')}`,
  languages: sql`${caregiverProfiles.languageKeys} && ${value('languages', 'text[]')}`,
  least: sql`${caregiverProfiles.priceCents} >= ${value('least', 'int')}`,
  most: sql`${caregiverProfiles.priceCents} <= ${value('most', 'int')}`,
  rating: sql`${caregiverProfiles.ratingHundredths} >= ${value('rating', 'int')}`,
  q: sql`(${caregiverProfiles.searchText} @@ (${WORDS}) OR ${IS_NAMED_LONGER})`,
}

/** The same by narrow columns, which indexes hold: quick to go through for many people, not to find a few of them. */
const NARROW_CONDITIONS: Record<string, { by: string; condition: SQL }> = {
  skills: {
    by: 'skillBits',
    // As good as `=`, and PostgreSQL takes it for far less rare.
    condition: sql`${caregiverProfiles.skillBits} & ${value('skillBits', 'bigint')} >= ${value('skillBits', 'bigint')}`,
  },
  languages: {
    by: 'languageBits',
    condition: sql`${caregiverProfiles.languageBits} & ${value('languageBits', 'bigint')} > 0`,
  },
  q: {
    by: 'wordBegin',
    condition: sql`EXISTS (SELECT FROM (${MASKS_OF_WORD}) AS words WHERE words.block = ${caregiverProfiles.userId} >> 6
      AND (words.mask >> (${caregiverProfiles.userId} & 63)) & 1 = 1)`,
  },
}

/** Written as a bare column, because the partial indexes are. */
const IS_LISTED = sql`${caregiverProfiles.isListed}`

function filtersOf(told: ReadonlySet<string>, { isNarrow }: { isNarrow: boolean }): SQL[] {
  return Object.entries(CONDITIONS)
    .filter(([name]) => told.has(name))
    .map(([name, condition]) => {
      const narrow = isNarrow ? NARROW_CONDITIONS[name] : undefined
      return narrow && told.has(narrow.by) ? narrow.condition : condition
    })
}

/**
 * The condition that a listed caregiver meets (decisions §3): every filter that was given, all of the skills, any of
 * the languages; case never matters, a city may be cut short, rates are what a family pays.
 * @param told the names of the search's values
 */
export function matching(told: ReadonlySet<string>, { forCount = false } = {}): SQL | undefined {
  const filters = filtersOf(told, { isNarrow: forCount })
  return and(IS_LISTED, ...filters, opensFor(caregiverProfiles.userId, told))
}

/**
 * The same without the date, where a city is told and its index alone can answer: not where profiles have to be read, for
 * more than a single word or for skills and languages that the reference lists don't know.
 */
export function matchingInCity(told: ReadonlySet<string>): SQL | undefined {
  const isNarrow = Object.entries(NARROW_CONDITIONS).every(
    ([name, { by }]) => !told.has(name) || told.has(by),
  )
  return told.has('city') && isNarrow ? and(IS_LISTED, ...filtersOf(told, { isNarrow })) : undefined
}

/** Some values of a kind, under names that count on from 0. */
function placed(name: string, values: readonly number[] | null | undefined): Record<string, number> {
  return Object.fromEntries((values ?? []).map((value, at) => [`${name}${at}`, value]))
}

/** Who reaches a number, by the five masks of its digits: more in one, or as much in it and so on with the next. */
const reaching = ([more, same, thenMore, thenSame, last]: SQL[]) =>
  sql`(${more} | (${same} & (${thenMore} | (${thenSame} & ${last}))))`

type Masked = { by: string; from: SQL; mask: (masks: SQL[]) => SQL }
/**
 * Not to be found by their index: PostgreSQL expects that words are in far fewer blocks than they are, and would look for
 * each block by itself.
 */
const BLOCKS = sql`(SELECT ${caregiverBlocks.block} + 0 AS block, ${caregiverBlocks.masks} FROM ${caregiverBlocks}) AS blocks`
const IN_LIST = sql`masks[${sql.raw(String(LISTED))}]`
const ofBlock = (by: string, mask: Masked['mask']): Masked => ({ by, from: BLOCKS, mask })

/** The filters that masks answer: by which values, named so or with a number after it, and where they are taken from. */
const MASKED: Record<string, Masked> = {
  q: { by: 'wordBegin', from: FOUND_BY_WORD, mask: () => sql`found_by_word.mask` },
  country: ofBlock('countryMask', ([mask]) => sql`${mask}`),
  skills: ofBlock('skillMask', (masks) => sql.join(masks, sql` & `)),
  languages: ofBlock('languageMask', (masks) => sql`(${sql.join(masks, sql` | `)})`),
  least: ofBlock('leastMask', reaching),
  most: ofBlock('mostMask', (masks) => sql`${IN_LIST} & ~${reaching(masks)}`),
  rating: ofBlock('ratingMask', reaching),
}

/**
 * How many listed caregivers there are, from the masks of their blocks alone, which is quicker than a second statement.
 * Undefined where something else than masks has to be asked: a city, a date, more than a single word, skills and
 * languages that the reference lists don't know.
 * @returns the number, and where it is taken from
 */
export function countingMasks(told: ReadonlySet<string>): { total: SQL<number>; from: SQL } | undefined {
  const asked = Object.keys(CONDITIONS).filter((name) => told.has(name))
  const answered = asked.flatMap((name) => {
    const masked = MASKED[name]
    const values = masked ? [...told].filter((each) => each.replace(/\d+$/, '') === masked.by) : []
    if (!masked || values.length === 0) return []
    const masks = values.map((each) => sql`masks[${value(each, 'int')}]`)
    return [{ mask: masked.mask(masks), from: masked.from }]
  })
  if (answered.length < asked.length || told.has('period0')) return undefined
  if (answered.length === 0) answered.push({ mask: IN_LIST, from: BLOCKS })
  const mask = sql.join(
    answered.map((each) => each.mask),
    sql` & `,
  )
  const sources = new Set(answered.map((each) => each.from))
  return {
    total: sql`coalesce(sum(bit_count((${mask})::bit(64))), 0)`.mapWith(Number),
    from: sql.join([...sources], sql` NATURAL JOIN `),
  }
}

/** Whether a date, or hours of it, is all that was asked for. */
export function asksForDateAlone(told: ReadonlySet<string>): boolean {
  return told.has('period0') && Object.keys(CONDITIONS).every((name) => !told.has(name))
}

/** What lists are put in order by. */
export const ORDERED = {
  userId: caregiverProfiles.userId,
  ratingHundredths: caregiverProfiles.ratingHundredths,
  ratingCount: caregiverProfiles.ratingCount,
  priceCents: caregiverProfiles.priceCents,
}

type Ordered = Record<keyof typeof ORDERED, SQLWrapper>

const ORDERS: Record<NonNullable<CaregiverSearch['ordering']>, (of: Ordered) => SQL[]> = {
  // Best rated first, then most rated: how lists go unless something else is asked for.
  rating: (of) => [desc(of.ratingHundredths), desc(of.ratingCount), asc(of.userId)],
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
