import { DISPUTE_PAGE_SIZE, type OwnDispute } from '@tendwell/contract/disputes'
import type { ReactNode } from 'react'
import { messageOf } from '../../lib/errors.ts'
import type { List } from '../../lib/list.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { FilterBar } from './filter-bar.tsx'
import { fits, isNarrowed } from './filters.ts'
import type { DisputeSearch } from './use-dispute-search.ts'

type Listed = Pick<OwnDispute, 'id' | 'reason' | 'status' | 'type'>

interface DisputeListProps<Row extends Listed> {
  search: DisputeSearch
  query: {
    data?: List<Row> | undefined
    currentData?: List<Row> | undefined
    error?: unknown
    refetch: () => unknown
  }
  /** Of the search field. */
  placeholder: string
  /** The name of the other side. */
  otherOf: (row: Row) => string
  /** While there is no dispute at all. */
  empty: ReactNode
  render: (row: Row) => ReactNode
}

/** Disputes with their filters, in the four states. While the server searches, what is at hand is narrowed already. */
export function DisputeList<Row extends Listed>(props: DisputeListProps<Row>) {
  const { search, query, placeholder, otherOf, empty, render } = props
  const { data, currentData, error, refetch } = query
  const isWaiting = !currentData && !error
  if (data && data.count === 0 && !isNarrowed(search.filters) && currentData) return <Card>{empty}</Card>
  const wanted = { ...search.filters, q: search.typed.text }
  const shown = (currentData ?? data)?.results.filter((row) => fits(row, otherOf(row), wanted))
  return (
    <div className="flex flex-col gap-6">
      <FilterBar search={search} placeholder={placeholder} />
      {error && !currentData ? (
        <ErrorState
          title="Failed to load disputes"
          detail={messageOf(error, '') || undefined}
          onRetry={refetch}
        />
      ) : !shown ? (
        <Card>
          <SkeletonRows rows={4} />
        </Card>
      ) : shown.length === 0 && !isWaiting ? (
        <Card>
          <NothingFits clear={search.clear} />
        </Card>
      ) : (
        <ul aria-label="Disputes" aria-busy={isWaiting} className="flex flex-col gap-4">
          {shown.map((row) => (
            <li key={row.id}>{render(row)}</li>
          ))}
        </ul>
      )}
      <Pagination
        label="Disputes"
        page={search.page}
        pageSize={DISPUTE_PAGE_SIZE}
        count={data?.count ?? 0}
        onPage={search.goTo}
      />
    </div>
  )
}

function NothingFits({ clear }: { clear: () => void }) {
  return (
    <EmptyState
      title="No disputes found"
      hint="Try another word, status or type."
      action={
        <Button variant="secondary" onPress={clear}>
          Clear filters
        </Button>
      }
    />
  )
}
