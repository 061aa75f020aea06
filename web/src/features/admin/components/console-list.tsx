import type { AdminListState } from '@tendwell/contract/admin'
import type { ReactNode } from 'react'
import { type UseListQuery, usePagedQuery } from '../../../lib/use-paged-query.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ListPanel } from '../../../ui/list-panel.tsx'
import { EmptyLetterbox } from '../../../ui/scenes/empty-letterbox.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { polling, type StateFilters } from '../api.ts'
import { anyDate, toDateQuery } from '../date-range.ts'
import { formatCount, MAX_ROWS } from '../format-count.ts'
import { useConsoleFilters } from '../hooks/use-console-filters.ts'
import { DateRangeButton } from './date-range-button.tsx'

const stateLabels: Record<AdminListState, string> = { open: 'Open', closed: 'Closed' }

interface ConsoleListProps<Row> {
  /** The name of a row, in the singular: 'request'. */
  noun: string
  /** The label of the date filter: 'Submitted'. */
  dateLabel: string
  useListQuery: UseListQuery<StateFilters, Row>
  pageSize: number
  /** Another filter, beside the dates. */
  filter?: ReactNode
  children: (rows: readonly Row[]) => ReactNode
}

/** The requests or disputes that match the search, Status and dates. */
export function ConsoleList<Row>(props: ConsoleListProps<Row>) {
  const { noun, dateLabel, useListQuery, pageSize, filter, children } = props
  const { q, status, from, to, assignee, change } = useConsoleFilters()
  const query = {
    state: status,
    ...(q && { q }),
    ...toDateQuery({ from, to }),
    ...(assignee && { assignee }),
    page_size: pageSize,
  }
  const list = usePagedQuery(useListQuery, query, { pageSize, maxRows: MAX_ROWS, ...polling })
  const title = `${stateLabels[status]} ${noun}s`
  return (
    <ListPanel
      title={title}
      lead={
        list.isTurning ? (
          <span role="status">Loading...</span>
        ) : (
          !list.failure && `${formatCount(list.count, noun)} in total`
        )
      }
      actions={
        <>
          {filter}
          <DateRangeButton label={dateLabel} emptyLabel="Any date" value={{ from, to }} onChange={change} />
        </>
      }
      label={title}
      list={list}
      failure={`Failed to load ${noun}s`}
      empty={<NothingListed noun={noun} />}
      skeleton={<TableSkeleton />}
    >
      {children}
    </ListPanel>
  )
}

function NothingListed({ noun }: { noun: string }) {
  const { q, status, from, to, assignee, change } = useConsoleFilters()
  const isFiltered = Boolean(q || from || to || assignee)
  const other = status === 'open' ? 'closed' : 'open'
  return (
    <EmptyState
      title={`No ${noun}s`}
      hint={
        isFiltered
          ? `No ${status} ${noun}s match your ${assignee ? 'filters' : 'search and dates'}.`
          : `There are no ${status} ${noun}s right now. To see ${other} ones, set Status to ${stateLabels[other]}.`
      }
      scene={<EmptyLetterbox />}
      action={
        <Button
          variant="secondary"
          onPress={() => change(isFiltered ? { q: '', ...anyDate, assignee: '' } : { status: other })}
        >
          {isFiltered ? (assignee ? 'Clear filters' : 'Clear search and dates') : `Show ${other} ${noun}s`}
        </Button>
      }
    />
  )
}

/** Has no text, because the lead already says that the list is loading. */
function TableSkeleton() {
  return (
    <span className="flex flex-col gap-6 py-2">
      {['w-full', 'w-11/12', 'w-full', 'w-10/12', 'w-full', 'w-11/12'].map((width, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows never move
        <Skeleton key={row} className={`h-5 ${width}`} />
      ))}
    </span>
  )
}
