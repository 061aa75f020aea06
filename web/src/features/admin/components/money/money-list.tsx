import type { ReactNode } from 'react'
import { type UseListQuery, usePagedQuery } from '../../../../lib/use-paged-query.ts'
import { useUrlFilters } from '../../../../lib/use-url-filters.ts'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { ListPanel } from '../../../../ui/list-panel.tsx'
import { Select } from '../../../../ui/select.tsx'
import { polling } from '../../api.ts'
import { toDateQuery } from '../../date-range.ts'
import { readFilters } from '../../filters.ts'
import { formatCount, MAX_ROWS } from '../../format-count.ts'
import { DateRangeButton } from '../date-range-button.tsx'

const pageSize = 20

interface MoneyQuery<State extends string> {
  q?: string
  date_from?: string
  date_to?: string
  state?: State
  page_size: number
}

interface MoneyListProps<State extends string, Row> {
  title: string
  /** The name of a row, in the singular: 'payout'. */
  noun: string
  states: readonly { id: State; label: string }[]
  useListQuery: UseListQuery<MoneyQuery<State>, Row>
  children: (rows: readonly Row[]) => ReactNode
}

/** Payments, refunds or payouts by search, state and day. */
export function MoneyList<State extends string, Row>(props: MoneyListProps<State, Row>) {
  const { title, noun, states, useListQuery, children } = props
  const read = (params: URLSearchParams) => {
    const { q, from, to } = readFilters(params)
    return { q, from, to, state: states.find(({ id }) => id === params.get('state'))?.id ?? ('' as const) }
  }
  const { filters, change } = useUrlFilters(read)
  const { q, from, to, state } = filters
  const query = {
    ...(q && { q }),
    ...(state && { state }),
    ...toDateQuery({ from, to }),
    page_size: pageSize,
  }
  const list = usePagedQuery(useListQuery, query, { pageSize, maxRows: MAX_ROWS, ...polling })
  return (
    <ListPanel
      title={title}
      lead={!list.failure && !list.isTurning && `${formatCount(list.count, noun)} in total`}
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
        </>
      }
      label={title}
      list={list}
      failure={`Failed to load ${noun}s`}
      empty={
        <EmptyState
          title={state === 'stuck' ? `No stuck ${noun}s` : `No ${noun}s`}
          hint={
            state === 'stuck' ? 'Everything moves on by itself.' : 'Nothing matches your search and filters.'
          }
        />
      }
    >
      {children}
    </ListPanel>
  )
}
