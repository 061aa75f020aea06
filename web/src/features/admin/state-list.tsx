import type { AdminListState } from '@tendwell/contract/admin'
import { type ReactNode, useState } from 'react'
import type { List } from '../../lib/list.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyLetterbox } from '../../ui/scenes/empty-letterbox.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { usePage } from '../../ui/use-page.ts'
import { polling } from './api.ts'
import { useConsole } from './console-state.ts'
import { countWord, reachable } from './count.ts'
import { DayRangeButton } from './day-range.tsx'
import { asQuery, type DayRange, everyDay } from './days.ts'

const stateWords: Record<AdminListState, string> = { open: 'Open', closed: 'Closed' }

type StateQuery = ReturnType<typeof asQuery> & {
  state: AdminListState
  q?: string
  page: number
  page_size: number
}

/**
 * A page of the requests or of the disputes, by the header's search and Status and by the days chosen for it.
 * @param useQuery the list's own query
 */
export function useStateList<Row>(useQuery: UseList<Row>, pageSize: number) {
  const [days, onDays] = useState<DayRange>(everyDay)
  const { globalSearch, status } = useConsole()
  const filters = { state: status, ...(globalSearch && { q: globalSearch }), ...asQuery(days) }
  const { page, setPage: onPage, learn } = usePage(pageSize, JSON.stringify(filters))
  const { currentData: list, isError, refetch } = useQuery({ ...filters, page, page_size: pageSize }, polling)
  learn(list && reachable(list.count))
  return { days, onDays, list, isError, onRetry: refetch, page, pageSize, onPage }
}

type UseList<Row> = (
  query: StateQuery,
  options: typeof polling,
) => { currentData?: List<Row> | undefined; isError: boolean; refetch: () => unknown }

interface StateListProps<Row> extends ReturnType<typeof useStateList<Row>> {
  /** What one of them is: 'request'. */
  one: string
  /** What the days are of: 'Submitted'. */
  dayLabel: string
  children: (rows: readonly Row[]) => ReactNode
}

/** A list that Status and search narrow, with its count, in its four states. */
export function StateList<Row>(props: StateListProps<Row>) {
  const { one, dayLabel, days, onDays, list, isError, onRetry, page, pageSize, onPage } = props
  const { status } = useConsole()
  const title = `${stateWords[status]} ${one}s`
  return (
    <Panel
      title={title}
      lead={list ? `${countWord(list.count, one)} in all` : !isError && <span role="status">Loading...</span>}
      actions={<DayRangeButton label={dayLabel} emptyLabel="Any date" value={days} onChange={onDays} />}
      isLoading={!list && !isError}
      skeleton={<SkeletonTable />}
      error={!list && isError && { title: `Failed to load ${one}s`, onRetry }}
      empty={list?.count === 0 && <NothingListed one={one} days={days} onDays={onDays} />}
    >
      {list && (
        <>
          {props.children(list.results)}
          <Pagination
            label={title}
            page={page}
            pageSize={pageSize}
            count={reachable(list.count)}
            onPage={onPage}
          />
        </>
      )}
    </Panel>
  )
}

function NothingListed({
  one,
  days,
  onDays,
}: {
  one: string
  days: DayRange
  onDays: StateListProps<0>['onDays']
}) {
  const { status, globalSearch, chooseStatus, search } = useConsole()
  const isNarrowed = Boolean(globalSearch || days.from || days.to)
  const other = status === 'open' ? 'closed' : 'open'
  const clear = () => {
    search('')
    onDays(everyDay)
  }
  return (
    <EmptyState
      title={`No ${one}s`}
      hint={
        isNarrowed
          ? `No ${status} ${one} matches the search and the days chosen.`
          : `None is ${status} now. The ${other} ones are under Status: ${stateWords[other]}.`
      }
      scene={<EmptyLetterbox />}
      action={
        <Button variant="secondary" onPress={isNarrowed ? clear : () => chooseStatus(other)}>
          {isNarrowed ? 'Clear search and days' : `Show ${other} ${one}s`}
        </Button>
      }
    />
  )
}

/** The lead says in words that it is loading. */
function SkeletonTable() {
  return (
    <span className="flex flex-col gap-6 py-2">
      {['w-full', 'w-11/12', 'w-full', 'w-10/12', 'w-full', 'w-11/12'].map((width, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows never move
        <Skeleton key={row} className={`h-5 ${width}`} />
      ))}
    </span>
  )
}
