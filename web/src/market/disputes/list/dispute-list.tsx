import type { OwnDispute } from '@tendwell/contract/safety/disputes'
import type { ReactNode } from 'react'
import type { PagedQuery } from '../../../lib/address/use-paged-query.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { CardList } from '../../../ui/list-panel.tsx'
import { FilterBar } from './filter-bar.tsx'
import { hasFilters, matchesFilters } from './filters.ts'
import type { DisputeSearch } from './use-dispute-search.ts'

type Listed = Pick<OwnDispute, 'id' | 'reason' | 'status' | 'type'>

interface DisputeListProps<Row extends Listed> {
  search: DisputeSearch
  list: PagedQuery<Row>
  /** The placeholder of the search field. */
  placeholder: string
  /** The name of the other side. */
  otherOf: (row: Row) => string
  /** Shown if the viewer has no disputes. */
  empty: ReactNode
  children: (row: Row) => ReactNode
}

/** Disputes with their filters. The loaded rows are filtered on each keystroke, before the server answers. */
export function DisputeList<Row extends Listed>(props: DisputeListProps<Row>) {
  const { search, list, placeholder, otherOf, empty, children } = props
  const hasNone = list.rows !== undefined && list.count === 0 && !list.isTurning
  if (hasNone && !hasFilters(search.filters)) return <Card>{empty}</Card>
  const filters = { ...search.filters, q: search.typed.text }
  return (
    <div className="flex flex-col gap-6">
      <FilterBar search={search} placeholder={placeholder} />
      <CardList
        label="Disputes"
        list={list}
        failure="Failed to load disputes"
        empty={<NothingFits clear={search.clear} />}
        rowId={(row) => row.id}
        isShown={(row) => matchesFilters(row, otherOf(row), filters)}
      >
        {children}
      </CardList>
    </div>
  )
}

function NothingFits({ clear }: { clear: () => void }) {
  return (
    <EmptyState
      title="No disputes found"
      hint="Try a different search, status or type."
      action={
        <Button variant="secondary" onPress={clear}>
          Clear filters
        </Button>
      }
    />
  )
}
