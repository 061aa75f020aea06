import { type Column, TableSkeleton } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { formatRowCount } from '../lists/format-row-count.ts'
import { ListScreen } from '../lists/list-screen.tsx'
import { NothingMatches } from '../lists/nothing-matches.tsx'
import { type SelectFilter, type UseSortedQuery, useListScreen } from '../lists/use-list-screen.ts'

export type MoneySort = 'amount_usd' | 'created_at'

type StateFilter<State extends string> = SelectFilter & {
  name: 'state'
  options: readonly { id: State; label: string }[]
}

interface MoneyListProps<Row, State extends string> {
  title: string
  /** The name of a row, in the singular: 'payout'. */
  noun: 'payment' | 'refund' | 'payout'
  states: readonly { id: State; label: string }[]
  useListQuery: UseSortedQuery<MoneySort, StateFilter<State>, object, Row>
  columns: readonly Column<Row, MoneySort>[]
}

/** Columns of which some are left out where the list has no room for them. */
export function leaveOut<Row, Sort extends string>(
  columns: readonly Column<Row, Sort>[],
  ids: readonly string[],
): Column<Row, Sort>[] {
  return columns.map((column) => (ids.includes(column.id) ? { ...column, leftOut: 'second' } : column))
}

/** Payments, refunds or payouts by search, state and day. */
export function MoneyList<Row extends { id: number }, State extends string>(
  props: MoneyListProps<Row, State>,
) {
  const { title, noun, states, useListQuery, columns } = props
  const state: StateFilter<State> = { name: 'state', label: 'State', any: 'Any state', options: states }
  const shown = useListScreen({
    useListQuery,
    pageSize: 20,
    columns,
    filters: { dates: 'Created', selects: [state] },
  })
  const { list, values } = shown
  return (
    <ListScreen
      shown={shown}
      title={title}
      lead={!list.failure && !list.isTurning && `${formatRowCount(list.count, noun)} in total`}
      exported={`${noun}s`}
      failure={`Failed to load ${noun}s`}
      skeleton={<TableSkeleton columns={columns} isWide />}
      empty={
        shown.isFiltered ? (
          <NothingMatches
            {...(values.state === 'stuck'
              ? { title: `No stuck ${noun}s`, hint: 'Everything moves on by itself.' }
              : { title: `No ${noun}s` })}
            onClear={shown.clear}
          />
        ) : (
          <EmptyState title={`No ${noun}s`} hint="They appear here as soon as there are some." />
        )
      }
      isWide
    />
  )
}
