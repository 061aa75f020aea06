import type { Page } from '@tendwell/contract/wire'
import { count, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { FastifyRequest } from 'fastify'
import type { Reader } from './database.ts'

export type PageRequest = { page: number; page_size: number }
/** The filters and the order of a list, without its page. */
export type WithoutPage<Query> = Omit<Query, keyof PageRequest>

/** How many rows come before a page. */
export function getOffset(query: PageRequest): number {
  return (query.page - 1) * query.page_size
}

/**
 * Counts the rows of a table or join that meet the conditions, without reading further than needed.
 * @returns at most `maximum + 1`
 */
export async function countUpTo(
  reader: Reader,
  table: PgTable | SQL,
  conditions: SQL | undefined,
  maximum: number,
): Promise<number> {
  const matches = reader
    .select({ one: sql`1` })
    .from(table)
    .where(conditions)
    .limit(maximum + 1)
    .as('matches')
  const [total] = await reader.select({ count: count() }).from(matches)
  return total?.count ?? 0
}

/**
 * Builds the answer of a list. `next` and `previous` are the path of this call with another page's number.
 */
export function toPage<Item>(
  request: FastifyRequest,
  query: PageRequest,
  list: { count: number; results: Item[] },
): Page<Item> {
  const linkTo = (page: number): string => {
    // The host is dropped again; `URL` only needs one.
    const url = new URL(request.url, 'http://localhost')
    url.searchParams.set('page', String(page))
    return `${url.pathname}${url.search}`
  }
  const isLast = query.page * query.page_size >= list.count
  return {
    count: list.count,
    next: isLast ? null : linkTo(query.page + 1),
    previous: query.page > 1 ? linkTo(query.page - 1) : null,
    results: list.results,
  }
}

/** The answer of a list that is never split into pages. */
export function toSinglePage<Item>(results: Item[]): Page<Item> {
  return { count: results.length, next: null, previous: null, results }
}
