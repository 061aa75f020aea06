import type { AdminListState } from '@tendwell/contract/console/users'
import type { ReactNode } from 'react'
import { type UseListQuery, usePagedQuery } from '../../../lib/address/use-paged-query.ts'
import { Button } from '../../../ui/button.tsx'
import { type Column, TableSkeleton } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ListPanel } from '../../../ui/list-panel.tsx'
import { EmptyLetterbox } from '../../../ui/scenes/empty-letterbox.tsx'
import type { TableSort } from '../../../ui/table-sort.tsx'
import { type MoreFilters, polling, type StateFilters } from '../api.ts'
import { anyDate, toDateQuery } from './date-range.ts'
import { DateRangeButton } from './date-range-button.tsx'
import { ExportButton } from './export-button.tsx'
import { formatRowCount, MAX_ROWS } from './format-row-count.ts'
import type { ExportedList } from './lists-api.ts'
import { useConsoleFilters } from './use-console-filters.ts'
import { useSort } from './use-sort.ts'

const stateLabels: Record<AdminListState, string> = { open: 'Open', closed: 'Closed' }

interface ConsoleListProps<Row, Field extends string> {
  /** The name of a row, in the singular: 'request'. */
  noun: string
  /** The label of the date filter: 'Submitted'. */
  dateLabel: string
  useListQuery: UseListQuery<StateFilters & { sort?: Field | `-${Field}` }, Row>
  pageSize: number
  columns: readonly Column<Row>[]
  /** What it can be sorted by; the first is the server's own order, newest first. */
  sorts: readonly [Field, ...Field[]]
  list: ExportedList
  /** Other filters, beside the dates, and what is chosen in them. */
  filter?: ReactNode
  more?: MoreFilters
  children: (rows: readonly Row[], sort: TableSort) => ReactNode
}

/** The requests, disputes or reports that match the search, Status and dates. */
export function ConsoleList<Row, Field extends string>(props: ConsoleListProps<Row, Field>) {
  const { noun, dateLabel, useListQuery, pageSize, columns, sorts, filter, more = {}, children } = props
  const { q, status, from, to, change } = useConsoleFilters()
  const sort = useSort(sorts, `-${sorts[0]}`)
  const filters = {
    state: status,
    ...(q && { q }),
    ...toDateQuery({ from, to }),
    ...withoutEmpty(more),
    ...sort.query,
  }
  const query = { ...filters, page_size: pageSize }
  const list = usePagedQuery(useListQuery, query, { pageSize, maxRows: MAX_ROWS, ...polling })
  const title = `${stateLabels[status]} ${noun}s`
  return (
    <ListPanel
      title={title}
      lead={
        list.isTurning ? (
          <span role="status">Loading...</span>
        ) : (
          !list.failure && `${formatRowCount(list.count, noun)} in total`
        )
      }
      actions={
        <>
          {filter}
          <DateRangeButton label={dateLabel} emptyLabel="Any date" value={{ from, to }} onChange={change} />
          <ExportButton list={props.list} query={filters} />
        </>
      }
      label={title}
      list={list}
      failure={`Failed to load ${noun}s`}
      empty={<NothingListed noun={noun} more={more} useListQuery={useListQuery} />}
      skeleton={<TableSkeleton columns={columns} isWide />}
    >
      {(rows) => children(rows, sort.table)}
    </ListPanel>
  )
}

const withoutEmpty = (more: MoreFilters): MoreFilters =>
  Object.fromEntries(Object.entries(more).filter(([, value]) => value))

type NothingListedProps<Row> = Pick<ConsoleListProps<Row, never>, 'noun' | 'useListQuery'> & {
  more: MoreFilters
}

/** Nothing matches; what matches with the other Status is one press away. */
function NothingListed<Row>({ noun, more, useListQuery }: NothingListedProps<Row>) {
  const { q, status, from, to, change } = useConsoleFilters()
  const hasMore = Object.values(more).some(Boolean)
  const isFiltered = Boolean(q || from || to || hasMore)
  const other = status === 'open' ? 'closed' : 'open'
  const filters = { ...(q && { q }), ...toDateQuery({ from, to }), ...withoutEmpty(more) }
  const { currentData } = useListQuery({ ...filters, state: other, page: 1, page_size: 1 }, {})
  const others = isFiltered ? (currentData?.count ?? 0) : 0
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
            <Button
              variant={others > 0 ? 'quiet' : 'secondary'}
              onPress={() => change({ q: '', ...anyDate, assignee: '', kind: '', reason: '' })}
            >
              {`Clear ${what}`}
            </Button>
          )}
        </span>
      }
    />
  )
}
