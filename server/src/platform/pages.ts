import type { Page } from '@tendwell/contract/wire'
import type { FastifyRequest } from 'fastify'

export type PageRequest = { page: number; page_size: number }

/** How many rows come before a page. */
export function getOffset(query: PageRequest): number {
  return (query.page - 1) * query.page_size
}

/** Builds a list's answer; `next` and `previous` are this call's path with another page. */
export function toPage<Item>(
  request: FastifyRequest,
  query: PageRequest,
  found: { count: number; results: Item[] },
): Page<Item> {
  const linkTo = (page: number): string => {
    const url = new URL(request.url, 'http://localhost')
    url.searchParams.set('page', String(page))
    return `${url.pathname}${url.search}`
  }
  const isLast = query.page * query.page_size >= found.count
  return {
    count: found.count,
    next: isLast ? null : linkTo(query.page + 1),
    previous: query.page > 1 ? linkTo(query.page - 1) : null,
    results: found.results,
  }
}
