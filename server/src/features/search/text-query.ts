import { type SQL, sql } from 'drizzle-orm'
import { type FreeText, readFreeText } from './free-text.ts'

/**
 * The SQL tsquery of a search text: of its words as written or, if the text reads like a sentence, of what it
 * means (`readFreeText`).
 * @param cities the names of cities in the text
 * @returns undefined without any words
 * @see docs/rules/profiles-and-files.md#search-text
 */
export function toSearchQuery(q: string | undefined, cities: ReadonlySet<string>): SQL | undefined {
  const text = collapseHyphens(q?.trim() ?? '')
  if (text === '') return undefined
  const meant = readFreeText(text, cities)
  if (!meant) return toWrittenQuery(text)
  return meant.places.length > 0
    ? toMeantQuery(meant)
    : sql`(${toWrittenQuery(text)} || ${toMeantQuery(meant)})`
}

/** Requires each word or one of its equivalents, and each place. */
function toMeantQuery({ words, places }: FreeText): SQL {
  const anyOf = (equivalents: string[]) => sql`(${sql.join(equivalents.map(toWrittenQuery), sql` || `)})`
  return sql`(${sql.join([...words.map(anyOf), ...places.map(toPlaceQuery)], sql` && `)})`
}

/**
 * Matches a place in profiles. City and country have the weight B there; names have another weight, so they
 * don't match.
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
  const [, head = '', last = ''] = /^(?:(.*)\s)?(\S+)$/s.exec(text) ?? []
  if (!/^[\p{L}\p{N}]/u.test(last)) return sql`''::tsquery`
  const words = sql`nullif(phraseto_tsquery('simple', fold(${last}))::text, '')`
  const prefix = sql`coalesce((${words} || ':*')::tsquery, '')`
  return head.trim() === '' ? prefix : sql`(${toSimpleOrStemmedQuery(head)} && ${prefix})`
}

/** PostgreSQL fails on a query of more than 32 hyphens in a row. */
function collapseHyphens(text: string): string {
  return text.replace(/-[-\s]*-/g, '-')
}
