import { type SQL, sql } from 'drizzle-orm'

/**
 * The tsquery of a search text. It matches the words as written, which finds names that are stop words in English
 * ("Will"); as stemmed English, so that "care" finds "caring"; and with the last word as a prefix, so that "newb" finds
 * "newborn". Quotes, OR and a leading hyphen work as in web searches.
 * @returns undefined without any words
 * @see docs/rules/profiles-and-files.md#search
 */
export function toSearchQuery(q: string | undefined): SQL | undefined {
  const text = collapseHyphens(q?.trim() ?? '')
  if (text === '') return undefined
  return sql`(${inEitherForm(text)} || ${withLastWordAsPrefix(text)})`
}

function inEitherForm(text: string): SQL {
  return sql`(websearch_to_tsquery('simple', fold(${text})) || websearch_to_tsquery('english', fold(${text})))`
}

/** Requires all words, the last one as a prefix. Empty if the last is not a plain word, as in "night -cpr". */
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
