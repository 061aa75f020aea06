import { type SQL, sql } from 'drizzle-orm'
import { type FreeText, readFreeText } from './free-text.ts'

/**
 * The SQL tsquery of a search text: of its words as written and, if the text reads like a sentence, of what
 * it means (`readFreeText`). If it names a place, only what it means counts, because the place must match the
 * caregiver's own city or country.
 * @param cities the names of cities in the text
 * @returns undefined without any words
 * @see docs/rules/profiles-and-files.md#search-text
 */
export function toSearchQuery(q: string | undefined, cities: ReadonlySet<string>): SQL | undefined {
  const text = collapseHyphens(q?.trim() ?? '')
  if (text === '') return undefined
  const freeText = readFreeText(text, cities)
  if (!freeText) return toWrittenQuery(text)
  return freeText.places.length > 0
    ? toFreeTextQuery(freeText)
    : sql`(${toWrittenQuery(text)} || ${toFreeTextQuery(freeText)})`
}

/** Requires each word (or one of its equivalents) and each place. */
function toFreeTextQuery({ words, places }: FreeText): SQL {
  const anyOf = (equivalents: string[]) => sql`(${sql.join(equivalents.map(toWrittenQuery), sql` || `)})`
  return sql`(${sql.join([...words.map(anyOf), ...places.map(toPlaceQuery)], sql` && `)})`
}

/**
 * Matches a place in profiles: for `New York` the query is `new:B & york:B`. City and country have the weight
 * B there; names have another weight, so they don't match.
 */
function toPlaceQuery(name: string): SQL {
  return sql`to_tsquery('simple', array_to_string(tsvector_to_array(to_tsvector('simple', fold(${name}))), ':B & ') || ':B')`
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

/** Leaves one hyphen of several in a row, because PostgreSQL fails on a query of more than 32. */
function collapseHyphens(text: string): string {
  return text.replace(/-[-\s]*-/g, '-')
}
