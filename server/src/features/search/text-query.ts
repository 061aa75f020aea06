import { and, arrayOverlaps, eq, inArray, not, or, type SQL, sql } from 'drizzle-orm'
import { selectPlacesInRegion } from '../places/index.ts'
import { caregiverProfiles } from '../profiles/index.ts'
import {
  type KnownCities,
  listWholeTextPlaces,
  readBegunRole,
  readFreeText,
  readOperators,
  type TextPart,
} from './free-text.ts'
import { isInNamedPlace } from './near.ts'

/**
 * The SQL condition that a caregiver matches a search text: its words as written or, if the text reads like a
 * sentence, what it means (`readFreeText`). If it names a place or a role, only what it means counts, and
 * names of people that have all of the words. Of texts with OR between, one is enough; `-word` leaves out.
 * @param cities the cities that the text names
 * @returns undefined without any words
 * @see docs/rules/profiles-and-files.md#search-text
 */
export function toTextCondition(q: string | undefined, cities: KnownCities): SQL | undefined {
  const text = toText(q)
  if (text === '') return undefined
  const { alternatives, unwanted } = readOperators(text)
  if (alternatives.length > 1) return or(...alternatives.map((one) => toTextCondition(one, cities)))
  if (unwanted.length > 0) {
    const isUnwanted = unwanted.map((word) => matches(toSimpleOrStemmedQuery(word)) as SQL)
    return and(toTextCondition(alternatives[0], cities), ...isUnwanted.map(not))
  }
  const parts = readFreeText(text, cities)
  const facts = toFactConditions(parts ?? [])
  const wholePlaces = listWholeTextPlaces(text, cities)
  const meant =
    facts.length > 0
      ? or(and(matches(toMeantQuery(parts ?? [])), ...facts), matches(toNameQuery(text)))
      : or(
          matches(toPlainQuery(text, parts)),
          wholePlaces.length > 0 ? isInNamedPlace(wholePlaces) : undefined,
        )
  const begunRole = readBegunRole(text)
  if (!begunRole) return meant
  const others = begunRole.isSure ? matches(toNameQuery(text)) : meant
  return or(others, and(hasOneOf(begunRole.skills), toTextCondition(begunRole.before, cities)))
}

/**
 * The SQL tsquery by which matches of a search text are ranked: all of its words, or a role's own word.
 * @returns undefined without any words
 */
export function toRankQuery(q: string | undefined, cities: KnownCities): SQL | undefined {
  const text = toText(q)
  if (text === '') return undefined
  const parts = readFreeText(text, cities)
  const roles = parts?.filter(({ kind }) => kind === 'role') ?? []
  return anyOf([toPlainQuery(text, parts), ...roles.map(({ written }) => toWrittenQuery(written))])
}

const matches = (query: SQL | undefined) => query && sql`${caregiverProfiles.searchText} @@ ${query}`

const hasOneOf = (skills: readonly string[]) => arrayOverlaps(caregiverProfiles.skillKeys, [...skills])

const anyOf = (queries: readonly SQL[]) => sql`(${sql.join([...queries], sql` || `)})`

/** The conditions of places and roles: one of the cities, each state and country, and a skill of each role. */
function toFactConditions(parts: readonly TextPart[]): SQL[] {
  const cities = parts.flatMap((part) => (part.kind === 'city' ? [isInNamedPlace(part.places)] : []))
  return [
    ...(cities.length > 0 ? [or(...cities) as SQL] : []),
    ...parts.flatMap((part) => {
      if (part.kind === 'country') return [eq(caregiverProfiles.country, part.country)]
      if (part.kind === 'state') {
        const places = selectPlacesInRegion('United States', part.state)
        return [inArray(caregiverProfiles.placeId, places)]
      }
      return part.kind === 'role' ? [hasOneOf(part.skills)] : []
    }),
  ]
}

/** The words as written, or what they mean. */
function toPlainQuery(text: string, parts: readonly TextPart[] | null): SQL {
  const meant = parts && toMeantQuery(parts)
  return meant ? anyOf([toWrittenQuery(text), meant]) : toWrittenQuery(text)
}

/** Requires each word, or one of its equivalents. Undefined without any. */
function toMeantQuery(parts: readonly TextPart[]): SQL | undefined {
  const words = parts.flatMap((part) => (part.kind === 'word' ? [anyOf(part.words.map(toWrittenQuery))] : []))
  return words.length > 0 ? sql`(${sql.join(words, sql` && `)})` : undefined
}

/**
 * The SQL tsquery that matches names of people that have all of the words, or words that begin so; null
 * without any words. Names have the weight A. PostgreSQL writes words in quotes (`'jane' 'quist'`), so that
 * no character of theirs counts as an operator.
 * @param text the words, or an SQL text of them
 */
export function toNameQuery(text: string | SQL): SQL {
  const words = sql`nullif(strip(to_tsvector('simple', fold(${text})))::text, '')`
  return sql`(replace(${words}, ''' ''', ''':*A & ''') || ':*A')::tsquery`
}

/**
 * Matches the words as written, which finds names that are stop words in English ("Will"); as stemmed
 * English, so that "care" finds "caring"; and with the last word as a prefix, so that "newb" finds "newborn".
 * Quotes, OR and a leading hyphen work as in web searches.
 */
function toWrittenQuery(text: string): SQL {
  return sql`(${toSimpleOrStemmedQuery(text)} || ${toPrefixQuery(text)})`
}

/** Matches the words as they are, or as stemmed English. */
function toSimpleOrStemmedQuery(text: string): SQL {
  return sql`(websearch_to_tsquery('simple', fold(${text})) || websearch_to_tsquery('english', fold(${text})))`
}

/**
 * Requires all words, the last one as a prefix. Empty if the last is not a plain word, as in "night -cpr".
 */
function toPrefixQuery(text: string): SQL {
  const [, wordsBefore = '', lastWord = ''] = /^(?:(.*)\s)?(\S+)$/s.exec(text) ?? []
  if (!/^[\p{L}\p{N}]/u.test(lastWord)) return sql`''::tsquery`
  const lastWordQuery = sql`nullif(phraseto_tsquery('simple', fold(${lastWord}))::text, '')`
  const prefixQuery = sql`coalesce((${lastWordQuery} || ':*')::tsquery, '')`
  return wordsBefore.trim() === ''
    ? prefixQuery
    : sql`(${toSimpleOrStemmedQuery(wordsBefore)} && ${prefixQuery})`
}

/** The trimmed text, with one hyphen of several in a row: PostgreSQL fails on a query of more than 32. */
function toText(q: string | undefined): string {
  return (q?.trim() ?? '').replace(/-[-\s]*-/g, '-')
}
