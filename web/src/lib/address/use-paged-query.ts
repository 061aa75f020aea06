import { useEffect } from 'react'
import type { List } from '../transport/list.ts'
import { pageCount, readPage } from './pages.ts'
import { useIsLeaving } from './use-is-leaving.ts'
import { useUrlParams } from './use-url-params.ts'

interface QueryOptions {
  skip?: boolean
  pollingInterval?: number
  skipPollingIfUnfocused?: boolean
  refetchOnMountOrArgChange?: boolean | number
}

/** The query hook of a list, as RTK Query generates it. */
export type UseListQuery<Args, Row> = (
  args: Args & { page: number },
  options: QueryOptions,
) => {
  /** The page shown before while another one loads. */
  data?: List<Row> | undefined
  currentData?: List<Row> | undefined
  isFetching: boolean
  error?: unknown
  refetch: () => unknown
}

interface PagedQueryOptions extends QueryOptions {
  pageSize: number
  /** The URL's name for the page of this list, on a screen with two lists. */
  pageKey?: string
  /** How many rows the server pages through, if limited. */
  maxRows?: number
}

/** A page of a list, with all that `ListPanel`, `CardList` and `ListBody` show. */
export interface PagedQuery<Row> {
  /** Undefined until a page has loaded. */
  rows: readonly Row[] | undefined
  /** The server's count of the whole list. */
  count: number
  /** How many of them can be paged through. */
  pagedCount: number
  page: number
  pageSize: number
  /** Nothing has loaded yet, or failed to. */
  isLoading: boolean
  /** Another page or filter is loading, and `rows` are still the previous ones. */
  isTurning: boolean
  isFetching: boolean
  /** Set when this page could not be loaded, also while it loads again. */
  failure: { error: unknown } | null
  refetch: () => void
  goTo: (page: number) => void
}

/**
 * Reads a page of a list. The page number is in the URL (`?page=2`), so that Back and Reload keep it. If the
 * list has become shorter, its last page is opened.
 */
export function usePagedQuery<Args extends object, Row>(
  useListQuery: UseListQuery<Args, Row>,
  args: Args,
  { pageSize, pageKey = 'page', maxRows = Number.POSITIVE_INFINITY, ...options }: PagedQueryOptions,
): PagedQuery<Row> {
  const { params, change, state } = useUrlParams()
  const page = readPage(params, pageKey)
  const { data, currentData, error, isFetching, refetch } = useListQuery({ ...args, page }, options)
  const shown = currentData ?? data
  const count = shown?.count ?? 0
  const pagedCount = Math.min(count, maxRows)
  const last = pageCount(pagedCount, pageSize)
  const isBeyond = currentData !== undefined && page > last

  const goTo = (next: number, { replace = false } = {}) =>
    change(
      (changed) => {
        if (next === 1) changed.delete(pageKey)
        else changed.set(pageKey, String(next))
        return changed
      },
      { replace, state },
    )
  const isLeaving = useIsLeaving()
  // Runs after each render, but only acts while the URL's page doesn't exist.
  useEffect(() => {
    if (isBeyond && !isLeaving) goTo(last, { replace: true })
  })

  return {
    rows: isBeyond ? undefined : shown?.results,
    count,
    pagedCount,
    page: Math.min(page, last),
    pageSize,
    isLoading: !shown && !error,
    isTurning: !currentData && !error,
    isFetching,
    failure: error && !currentData ? { error } : null,
    refetch: () => void refetch(),
    goTo,
  }
}
