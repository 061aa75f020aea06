import type { AdminListState } from '@tendwell/contract/admin'
import type { ReactNode } from 'react'
import type { List } from '../../lib/list.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyLetterbox } from '../../ui/scenes/empty-letterbox.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useConsole } from './console-state.ts'
import { countWord, reachable } from './count.ts'
import { asQuery, type DayRange, DayRangeButton, everyDay } from './day-range.tsx'
import { usePage } from './use-page.ts'

const stateWords: Record<AdminListState, string> = { open: 'Open', closed: 'Closed' }

/** What a list of requests or disputes is asked by: the header's search and Status, its own days, its page. */
export function useStateQuery(pageSize: number, days: DayRange) {
  const { globalSearch, status } = useConsole()
  const filters = { state: status, ...(globalSearch && { q: globalSearch }), ...asQuery(days) }
  const { page, setPage, learn } = usePage(JSON.stringify(filters), pageSize)
  return { query: { ...filters, page, page_size: pageSize }, setPage, learn }
}

interface StateListProps<Row> {
  /** What one of them is: 'request'. */
  one: string
  /** What the days are of: 'Submitted'. */
  dayLabel: string
  days: DayRange
  onDays: (days: DayRange) => void
  list: List<Row> | undefined
  isError: boolean
  onRetry: () => void
  page: number
  pageSize: number
  onPage: (page: number) => void
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
