import type { ReactNode } from 'react'
import { type UseListQuery, usePagedQuery } from '../../../lib/address/use-paged-query.ts'
import { useUrlFilters } from '../../../lib/address/use-url-filters.ts'
import { type Column, TableSkeleton } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ListPanel } from '../../../ui/list-panel.tsx'
import { Select } from '../../../ui/select.tsx'
import type { TableSort } from '../../../ui/table-sort.tsx'
import { polling } from '../api.ts'
import { toDateQuery } from '../lists/date-range.ts'
import { DateRangeButton } from '../lists/date-range-button.tsx'
import { ExportButton } from '../lists/export-button.tsx'
import { readFilters } from '../lists/filters.ts'
import { formatRowCount, MAX_ROWS } from '../lists/format-row-count.ts'
import { useSort } from '../lists/use-sort.ts'

const pageSize = 20

/** What money is sorted by; newest first is the server's own order. */
const sorts = ['created_at', 'amount_usd'] as const
type Field = (typeof sorts)[number]

interface MoneyQuery<State extends string> {
  q?: string
  date_from?: string
  date_to?: string
  state?: State
  sort?: Field | `-${Field}`
  page_size: number
}

interface MoneyListProps<State extends string, Row> {
  title: string
  /** The name of a row, in the singular: 'payout'. */
  noun: 'payment' | 'refund' | 'payout'
  states: readonly { id: State; label: string }[]
  useListQuery: UseListQuery<MoneyQuery<State>, Row>
  columns: readonly Column<Row>[]
  children: (rows: readonly Row[], sort: TableSort) => ReactNode
}

/** Columns of which some are left out where the list has no room for them. */
export function leaveOut<Row>(columns: readonly Column<Row>[], ids: readonly string[]): Column<Row>[] {
  return columns.map((column) => (ids.includes(column.id) ? { ...column, leftOut: 'second' } : column))
}

/** Payments, refunds or payouts by search, state and day. */
export function MoneyList<State extends string, Row>(props: MoneyListProps<State, Row>) {
  const { title, noun, states, useListQuery, columns, children } = props
  const read = (params: URLSearchParams) => {
    const { q, from, to } = readFilters(params)
    return { q, from, to, state: states.find(({ id }) => id === params.get('state'))?.id ?? ('' as const) }
  }
  const { filters, change } = useUrlFilters(read)
  const { q, from, to, state } = filters
  const sort = useSort(sorts, '-created_at')
  const matching = { ...(q && { q }), ...(state && { state }), ...toDateQuery({ from, to }), ...sort.query }
  const query = { ...matching, page_size: pageSize }
  const list = usePagedQuery(useListQuery, query, { pageSize, maxRows: MAX_ROWS, ...polling })
  return (
    <ListPanel
      title={title}
      lead={!list.failure && !list.isTurning && `${formatRowCount(list.count, noun)} in total`}
      actions={
        <>
          <Select<State | 'any'>
            label="State"
            isLabelHidden
            options={[{ id: 'any', label: 'Any state' }, ...states]}
            value={state || 'any'}
            onChange={(id) => change({ state: id === 'any' ? '' : id })}
          />
          <DateRangeButton label="Created" emptyLabel="Any date" value={{ from, to }} onChange={change} />
          <ExportButton list={`${noun}s`} query={matching} />
        </>
      }
      label={title}
      list={list}
      failure={`Failed to load ${noun}s`}
      skeleton={<TableSkeleton columns={columns} isWide />}
      empty={
        <EmptyState
          title={state === 'stuck' ? `No stuck ${noun}s` : `No ${noun}s`}
          hint={
            state === 'stuck' ? 'Everything moves on by itself.' : 'Nothing matches your search and filters.'
          }
        />
      }
    >
      {(rows) => children(rows, sort.table)}
    </ListPanel>
  )
}
