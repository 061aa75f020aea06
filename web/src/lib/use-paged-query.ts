import { useEffect } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { List } from './list.ts'
import { pageCount, pageFrom } from './pages.ts'

interface QueryOptions {
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
  isError: boolean
  isFetching: boolean
  error?: unknown
  refetch: () => unknown
}

interface PagedQueryOptions extends QueryOptions {
  pageSize: number
  /** For a screen with two lists: the name of this list's page in the address. */
  pageKey?: string
  /** How far the list can be paged through, when the server stops there. */
  maxRows?: number
}

/** A page of a list, with all that `ListPanel`, `CardList` and `ListBody` show. */
export interface PagedQuery<Row> {
  /** Undefined until a page has loaded. */
  rows: readonly Row[] | undefined
  /** Of the whole list, as the server counts it. */
  count: number
  /** How many of them can be paged through. */
  pagedCount: number
  page: number
  pageSize: number
  /** Another page or filter is loading; `rows` are still the ones before. */
  isTurning: boolean
  isFetching: boolean
  /** Set when this page could not be loaded. */
  failure: { error: unknown } | null
  refetch: () => void
  goTo: (page: number) => void
}

/**
 * Reads a page of a list. The page number lives in the address (`?page=2`), so that Back and Reload keep it. When the
 * list has become shorter than that, its last page is opened.
 */
export function usePagedQuery<Args extends object, Row>(
  useListQuery: UseListQuery<Args, Row>,
  args: Args,
  { pageSize, pageKey = 'page', maxRows = Number.POSITIVE_INFINITY, ...options }: PagedQueryOptions,
): PagedQuery<Row> {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const page = pageFrom(params, pageKey)
  const { data, currentData, error, isError, isFetching, refetch } = useListQuery({ ...args, page }, options)
  const shown = currentData ?? data
  const count = shown?.count ?? 0
  const pagedCount = Math.min(count, maxRows)
  const last = pageCount(pagedCount, pageSize)
  const isBeyond = currentData !== undefined && page > last

  const goTo = (next: number, { replace = false } = {}) => {
    const changed = new URLSearchParams(params)
    if (next === 1) changed.delete(pageKey)
    else changed.set(pageKey, String(next))
    setParams(changed, { replace, state, preventScrollReset: true })
  }
  // Runs after each render, since it takes effect only while the address names a page that doesn't exist.
  useEffect(() => {
    if (isBeyond) goTo(last, { replace: true })
  })

  return {
    rows: isBeyond ? undefined : shown?.results,
    count,
    pagedCount,
    page: Math.min(page, last),
    pageSize,
    isTurning: !currentData && !isError,
    isFetching,
    failure: isError && !currentData ? { error } : null,
    refetch: () => void refetch(),
    goTo,
  }
}
