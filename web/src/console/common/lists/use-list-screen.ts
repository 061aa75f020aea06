import { type UseListQuery, usePagedQuery } from '../../../lib/address/use-paged-query.ts'
import { useUrlFilters } from '../../../lib/address/use-url-filters.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { polling } from '../api.ts'
import { toDateQuery } from './date-range.ts'
import { type ConsoleFilters, readFilters } from './filters.ts'
import { MAX_ROWS } from './format-row-count.ts'

/** A choice that keeps some of the rows. */
export interface SelectFilter {
  /** In the URL and in the query. */
  name: string
  label: string
  /** The option that keeps all rows: 'Any state'. */
  any: string
  options: readonly { id: string; label: string }[]
  className?: string
}

export interface ListFilters {
  /** The label of its dates: 'Submitted'. */
  dates: string
  selects?: readonly SelectFilter[]
}

export interface ListDefinition<Row, Query extends object = object> {
  useListQuery: UseListQuery<Query & { page_size: number }, Row>
  /** What it asks for besides its filters. */
  query?: Query
  pageSize: number
  /** Those with a `sort` can be sorted by. */
  columns: readonly Column<Row>[]
  /** A list without them leaves out the header's search as well. */
  filters?: ListFilters
  /** The URL's names for the page and the order of this list, on a screen with two lists. */
  pageKey?: string
  sortKey?: string
  /** In place of a reload each minute, and of an end after `MAX_ROWS`. */
  options?: Omit<Parameters<typeof usePagedQuery>[2], 'pageSize' | 'pageKey'>
}

const usualOptions = { maxRows: MAX_ROWS, ...polling }

/** A page of a list, with its filters and order from the URL, for `ListScreen`. */
export function useListScreen<Row, Query extends object>(definition: ListDefinition<Row, Query>) {
  const { useListQuery, pageSize, pageKey = 'page', columns, filters, options = usualOptions } = definition
  const { values, chosen, change } = useListFilters(filters?.selects ?? [], pageKey)
  const sort = useSort(columns, pageKey, definition.sortKey)
  const query = {
    ...definition.query,
    ...(filters && { ...(values.q && { q: values.q }), ...toDateQuery(values) }),
    ...chosen,
    ...sort.query,
  } as Query
  const list = usePagedQuery(
    useListQuery,
    { ...query, page_size: pageSize },
    { pageSize, pageKey, ...options },
  )
  return { list, columns, sort: sort.table, query, filters, values, chosen, change }
}

/** `values` has all filters, '' for one that isn't set, and `chosen` the selects that are. */
function useListFilters(selects: readonly SelectFilter[], pageKey: string) {
  const read = (params: URLSearchParams): ConsoleFilters & Record<string, string> => ({
    ...readFilters(params),
    ...Object.fromEntries(
      selects.map(({ name, options }) => [name, options.find(({ id }) => id === params.get(name))?.id ?? '']),
    ),
  })
  const { filters: values, change } = useUrlFilters(read, pageKey)
  const chosen = selects.flatMap(({ name }) => (values[name] ? [[name, values[name]]] : []))
  return { values, chosen: Object.fromEntries(chosen) as Record<string, string>, change }
}

/** The order of a list. At first the newest rows come first, as the server lists them. */
function useSort(columns: readonly Column<never>[], pageKey: string, key = 'sort') {
  const sortable = columns.flatMap(({ sort }) => sort ?? [])
  const sorts = sortable.flatMap(({ by }) => [by, `-${by}`])
  const initial = `-${sortable.find(({ kind }) => kind === 'date')?.by}`
  const read = (params: URLSearchParams): Record<string, string> => ({
    [key]: sorts.find((sort) => sort === params.get(key)) ?? '',
  })
  const { filters, change } = useUrlFilters(read, pageKey)
  const chosen = filters[key]
  const table = {
    value: chosen || initial,
    onChange: (sort: string) => change({ [key]: sort === initial ? '' : sort }),
  }
  return { query: chosen ? { sort: chosen } : {}, table: sortable.length > 0 ? table : undefined }
}
