import { LIST_PAGE_SIZE } from '@tendwell/contract/bookings'
import { type ReactNode, useEffect } from 'react'
import { messageOf } from '../../lib/errors.ts'
import type { List } from '../../lib/list.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Pagination, pageCount } from '../../ui/pagination.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'

interface PagedListProps<Item> {
  /** What is listed, for those who don't see it: 'Requests'. */
  label: string
  query: {
    /** Of the page at hand or, while that loads, of the one before. */
    data?: List<Item> | undefined
    currentData?: List<Item> | undefined
    isLoading: boolean
    isError: boolean
    error?: unknown
    refetch: () => unknown
  }
  page: number
  onPage: (page: number) => void
  /** 'Failed to load requests'. */
  failure: string
  empty: ReactNode
  itemId: (item: Item) => number
  render: (item: Item) => ReactNode
}

/** A list in pages of 5, in its four states. */
export function PagedList<Item>(props: PagedListProps<Item>) {
  const { label, query, page, onPage, failure, empty, itemId, render } = props
  const { count = 0, results = [] } = query.data ?? {}
  const last = pageCount(count, LIST_PAGE_SIZE)
  const isBeyond = query.currentData !== undefined && page > last
  useEffect(() => {
    if (isBeyond) onPage(last)
  }, [isBeyond, last, onPage])

  if (query.isLoading) {
    return (
      <Card>
        <SkeletonRows rows={LIST_PAGE_SIZE} />
      </Card>
    )
  }
  const hasFailed = query.isError && !query.currentData
  if (!hasFailed && count === 0) return <Card>{empty}</Card>
  const isTurning = !query.currentData
  return (
    <>
      {hasFailed ? (
        <ErrorState
          title={failure}
          detail={messageOf(query.error, '') || undefined}
          onRetry={query.refetch}
        />
      ) : (
        <ul
          aria-label={label}
          aria-busy={isTurning}
          className={`flex flex-col gap-4 transition-opacity ${isTurning ? 'opacity-60' : ''}`}
        >
          {results.map((item) => (
            <li key={itemId(item)}>{render(item)}</li>
          ))}
        </ul>
      )}
      <Pagination label={label} page={page} pageSize={LIST_PAGE_SIZE} count={count} onPage={onPage} />
    </>
  )
}
