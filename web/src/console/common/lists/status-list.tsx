import type { AdminListState } from '@tendwell/contract/console/users'
import type { UseListQuery } from '../../../lib/address/use-paged-query.ts'
import { Button } from '../../../ui/button.tsx'
import { type Column, TableSkeleton } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { EmptyLetterbox } from '../../../ui/scenes/empty-letterbox.tsx'
import { anyDate, toDateQuery } from './date-range.ts'
import { formatRowCount } from './format-row-count.ts'
import { ListScreen, type ListScreenProps } from './list-screen.tsx'
import { useConsoleFilters } from './use-console-filters.ts'
import { type ListFilters, useListScreen } from './use-list-screen.ts'

const stateLabels: Record<AdminListState, string> = { open: 'Open', closed: 'Closed' }

interface StatusListProps<Row>
  extends Pick<ListScreenProps<Row>, 'exported' | 'isWide' | 'scrollAfter' | 'onRowClick'> {
  /** A row's name in the singular: 'request'. */
  noun: string
  caption: string
  useListQuery: UseListQuery<{ state: AdminListState; page_size: number }, Row>
  pageSize: number
  columns: readonly Column<Row>[]
  filters: ListFilters
}

/** The requests, disputes or reports that match the header's Status and search, and their own filters. */
export function StatusList<Row extends { id: number }>(props: StatusListProps<Row>) {
  const { noun, useListQuery, pageSize, columns, filters, ...table } = props
  const { status } = useConsoleFilters()
  const screen = useListScreen({ useListQuery, query: { state: status }, pageSize, columns, filters })
  const { list } = screen
  return (
    <ListScreen
      {...table}
      screen={screen}
      title={`${stateLabels[status]} ${noun}s`}
      lead={
        list.isTurning ? (
          <span role="status">Loading...</span>
        ) : (
          !list.failure && `${formatRowCount(list.count, noun)} in total`
        )
      }
      failure={`Failed to load ${noun}s`}
      empty={<NothingListed noun={noun} screen={screen} useListQuery={useListQuery} />}
      skeleton={<TableSkeleton columns={columns} isWide={props.isWide ?? false} />}
    />
  )
}

type NothingListedProps<Row> = Pick<StatusListProps<Row>, 'noun' | 'useListQuery'> &
  Pick<ListScreenProps<Row>, 'screen'>

/** Nothing matches; what matches with the other Status is one press away. */
function NothingListed<Row>({ noun, screen, useListQuery }: NothingListedProps<Row>) {
  const { values, chosen, change } = screen
  const { q, status, from, to } = values
  const hasMore = Object.keys(chosen).length > 0
  const isFiltered = Boolean(q || from || to || hasMore)
  const other = status === 'open' ? 'closed' : 'open'
  const filters = { ...(q && { q }), ...toDateQuery({ from, to }), ...chosen }
  const { currentData } = useListQuery(
    { ...filters, state: other, page: 1, page_size: 1 },
    { skip: !isFiltered },
  )
  const others = currentData?.count ?? 0
  const what = hasMore ? 'filters' : 'search and dates'
  const noneChosen = Object.fromEntries(Object.keys(chosen).map((name) => [name, '']))
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
            <Button
              variant={others > 0 ? 'quiet' : 'secondary'}
              onPress={() => change({ q: '', ...anyDate, ...noneChosen })}
            >
              {`Clear ${what}`}
            </Button>
          )}
        </span>
      }
    />
  )
}
