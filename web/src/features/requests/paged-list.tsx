import { LIST_PAGE_SIZE } from '@tendwell/contract/bookings'
import type { ReactNode } from 'react'
import type { List } from '../../lib/list.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'

interface PagedListProps<Item> {
  /** What is listed, for those who don't see it: 'Requests'. */
  label: string
  query: { data?: List<Item> | undefined; isLoading: boolean; isError: boolean; refetch: () => unknown }
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
  if (query.isLoading) {
    return (
      <Card>
        <SkeletonRows rows={LIST_PAGE_SIZE} />
      </Card>
    )
  }
  if (query.isError && !query.data) return <ErrorState title={failure} onRetry={query.refetch} />
  const { count = 0, results = [] } = query.data ?? {}
  if (count === 0) return <Card>{empty}</Card>
  return (
    <>
      <ul aria-label={label} className="flex flex-col gap-4">
        {results.map((item) => (
          <li key={itemId(item)}>{render(item)}</li>
        ))}
      </ul>
      <Pagination label={label} page={page} pageSize={LIST_PAGE_SIZE} count={count} onPage={onPage} />
    </>
  )
}
