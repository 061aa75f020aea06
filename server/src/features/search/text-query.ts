import { type SQL, sql } from 'drizzle-orm'

/**
 * The tsquery of the words that a family searches for: as written, which finds names that English takes for filler
 * ("Will"); as stemmed English, which finds "caring" by "care"; and with the last word as a prefix, which finds
 * "newborn" by "newb". Quotes, OR and a leading hyphen mean what they mean in web searches.
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
