import { type SQL, sql } from 'drizzle-orm'
import { type FreeText, readFreeText } from './free-text.ts'

/**
 * The tsquery of a search text: as it is written or, if it reads like a sentence, as it is meant.
 * @param cities the names of cities in it
 * @returns undefined without any words
 * @see docs/rules/profiles-and-files.md#search-text
 */
export function toSearchQuery(q: string | undefined, cities: ReadonlySet<string>): SQL | undefined {
  const text = collapseHyphens(q?.trim() ?? '')
  if (text === '') return undefined
  const meant = readFreeText(text, cities)
  if (!meant) return asWritten(text)
  return meant.places.length > 0 ? asMeant(meant) : sql`(${asWritten(text)} || ${asMeant(meant)})`
}

function asMeant({ words, places }: FreeText): SQL {
  const anyOf = (equivalents: string[]) => sql`(${sql.join(equivalents.map(asWritten), sql` || `)})`
  return sql`(${sql.join([...words.map(anyOf), ...places.map(inPlace)], sql` && `)})`
}

/** City and country have the weight B, as skills do, and names have another. */
function inPlace(name: string): SQL {
  return sql`to_tsquery('simple', array_to_string(tsvector_to_array(to_tsvector('simple', fold(${name}))), ':B & ') || ':B')`
}

/**
 * Matches the words as written, which finds names that are stop words in English ("Will"); as stemmed
 * English, so that "care" finds "caring"; and with the last word as a prefix, so that "newb" finds "newborn".
 * Quotes, OR and a leading hyphen work as in web searches.
 */
function asWritten(text: string): SQL {
  return sql`(${inEitherForm(text)} || ${withLastWordAsPrefix(text)})`
}

function inEitherForm(text: string): SQL {
  return sql`(websearch_to_tsquery('simple', fold(${text})) || websearch_to_tsquery('english', fold(${text})))`
}

/**
 * Requires all words, the last one as a prefix. Empty if the last is not a plain word, as in "night -cpr".
 */
function withLastWordAsPrefix(text: string): SQL {
  const [, head = '', last = ''] = /^(?:(.*)\s)?(\S+)$/s.exec(text) ?? []
  if (!/^[\p{L}\p{N}]/u.test(last)) return sql`''::tsquery`
  const words = sql`nullif(phraseto_tsquery('simple', fold(${last}))::text, '')`
  const prefix = sql`coalesce((${words} || ':*')::tsquery, '')`
  return head.trim() === '' ? prefix : sql`(${inEitherForm(head)} && ${prefix})`
}

/** PostgreSQL fails on a query of more than 32 hyphens in a row. */
function collapseHyphens(text: string): string {
  return text.replace(/-[-\s]*-/g, '-')
}
