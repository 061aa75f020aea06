import type { UseListQuery } from '../../../lib/address/use-paged-query.ts'
import { type Column, TableSkeleton } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { formatRowCount } from '../lists/format-row-count.ts'
import { ListScreen } from '../lists/list-screen.tsx'
import { type SelectFilter, useListScreen } from '../lists/use-list-screen.ts'

interface MoneyListProps<Row> {
  title: string
  /** The name of a row, in the singular: 'payout'. */
  noun: 'payment' | 'refund' | 'payout'
  states: SelectFilter['options']
  useListQuery: UseListQuery<{ page_size: number }, Row>
  columns: readonly Column<Row>[]
}

/** Columns of which some are left out where the list has no room for them. */
export function leaveOut<Row>(columns: readonly Column<Row>[], ids: readonly string[]): Column<Row>[] {
  return columns.map((column) => (ids.includes(column.id) ? { ...column, leftOut: 'second' } : column))
}

/** Payments, refunds or payouts by search, state and day. */
export function MoneyList<Row extends { id: number }>(props: MoneyListProps<Row>) {
  const { title, noun, states, useListQuery, columns } = props
  const screen = useListScreen({
    useListQuery,
    pageSize: 20,
    columns,
    filters: {
      dates: 'Created',
      selects: [{ name: 'state', label: 'State', any: 'Any state', options: states }],
    },
  })
  const { list, chosen } = screen
  return (
    <ListScreen
      screen={screen}
      title={title}
      lead={!list.failure && !list.isTurning && `${formatRowCount(list.count, noun)} in total`}
      exported={`${noun}s`}
      failure={`Failed to load ${noun}s`}
      skeleton={<TableSkeleton columns={columns} isWide />}
      empty={
        chosen.state === 'stuck' ? (
          <EmptyState title={`No stuck ${noun}s`} hint="Everything moves on by itself." />
        ) : (
          <EmptyState title={`No ${noun}s`} hint="Nothing matches your search and filters." />
        )
      }
      isWide
    />
  )
}
