import type { AdminListState } from '@tendwell/contract/console/users'
import { Button } from '../../../ui/button.tsx'
import { type Column, TableSkeleton } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { EmptyLetterbox } from '../../../ui/scenes/empty-letterbox.tsx'
import { formatRowCount } from './format-row-count.ts'
import { ListScreen, type ListScreenProps } from './list-screen.tsx'
import { useConsoleFilters } from './use-console-filters.ts'
import {
  type ListFilters,
  type ListQuery,
  type SelectFilter,
  type ShownList,
  type UseSortedQuery,
  useListScreen,
} from './use-list-screen.ts'

const stateLabels: Record<AdminListState, string> = { open: 'Open', closed: 'Closed' }

interface StatusListProps<Row, Sort extends string, Select extends SelectFilter>
  extends Pick<ListScreenProps<Row>, 'exported' | 'isWide' | 'scrollAfter' | 'onRowClick'> {
  /** A row's name in the singular: 'request'. */
  noun: string
  caption: string
  useListQuery: UseSortedQuery<Sort, Select, { state: AdminListState }, Row>
  pageSize: number
  columns: readonly Column<Row, Sort>[]
  filters: ListFilters<Select>
}

/** The requests, disputes or reports that match the header's Status and search, and their own filters. */
export function StatusList<
  Row extends { id: number },
  Sort extends string,
  Select extends SelectFilter = never,
>(props: StatusListProps<Row, Sort, Select>) {
  const { noun, useListQuery, pageSize, columns, filters, ...table } = props
  const { status } = useConsoleFilters()
  const shown = useListScreen({ useListQuery, query: { state: status }, pageSize, columns, filters })
  const { list } = shown
  return (
    <ListScreen
      {...table}
      shown={shown}
      title={`${stateLabels[status]} ${noun}s`}
      lead={
        list.isTurning ? (
          <span role="status">Loading...</span>
        ) : (
          !list.failure && `${formatRowCount(list.count, noun)} in total`
        )
      }
      failure={`Failed to load ${noun}s`}
      empty={<NothingListed noun={noun} shown={shown} useListQuery={useListQuery} />}
      skeleton={<TableSkeleton columns={columns} isWide={props.isWide ?? false} />}
    />
  )
}

type NothingListedProps<Row, Sort extends string, Select extends SelectFilter> = Pick<
  StatusListProps<Row, Sort, Select>,
  'noun' | 'useListQuery'
> & { shown: ShownList<Row, ListQuery<Sort, Select> & { state: AdminListState }> }

/** Nothing matches; what matches with the other Status is one press away. */
function NothingListed<Row, Sort extends string, Select extends SelectFilter>(
  props: NothingListedProps<Row, Sort, Select>,
) {
  const { noun, shown, useListQuery } = props
  const { values, filters, query, change, isFiltered, clear } = shown
  const { status } = values
  const hasMore = filters?.selects?.some(({ name }) => values[name])
  const other = status === 'open' ? 'closed' : 'open'
  const { currentData } = useListQuery(
    { ...query, state: other, page: 1, page_size: 1 },
    { skip: !isFiltered },
  )
  const others = currentData?.count ?? 0
  const what = hasMore ? 'filters' : 'search and dates'
  return (
    <EmptyState
      title={`No ${noun}s`}
      hint={
        isFiltered
          ? `No ${status} ${noun}s match your ${what}${others > 0 ? `, but ${formatRowCount(others, `${other} ${noun}`)} ${others === 1 ? 'does' : 'do'}` : ''}.`
          : `There are no ${status} ${noun}s right now. To see ${other} ones, set Status to ${stateLabels[other]}.`
      }
      scene={<EmptyLetterbox />}
      action={
        <span className="flex flex-wrap justify-center gap-3">
          {(!isFiltered || others > 0) && (
            <Button variant="secondary" onPress={() => change({ status: other })}>
              {`Show ${other} ${noun}s`}
            </Button>
          )}
          {isFiltered && (
            <Button variant={others > 0 ? 'quiet' : 'secondary'} onPress={clear}>
              {`Clear ${what}`}
            </Button>
          )}
        </span>
      }
    />
  )
}
