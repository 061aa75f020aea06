import { type PagedQuery, type UseListQuery, usePagedQuery } from '../../../lib/address/use-paged-query.ts'
import { useUrlFilters } from '../../../lib/address/use-url-filters.ts'
import type { Column } from '../../../ui/data-table.tsx'
import type { TableSort } from '../../../ui/table-sort.tsx'
import { polling } from '../polling.ts'
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

export interface ListFilters<Select extends SelectFilter = SelectFilter> {
  /** The label of its dates: 'Submitted'. */
  dates: string
  selects?: readonly Select[]
}

/** What a list asks the server for, by the fields that sort it and the choices that filter it. */
export type ListQuery<Sort extends string, Select extends SelectFilter> = {
  q?: string
  date_from?: string
  date_to?: string
  sort?: Sort | `-${Sort}`
} & { [One in Select as One['name']]?: One['options'][number]['id'] }

/** The query hook of a list that has these fields and choices. */
export type UseSortedQuery<Sort extends string, Select extends SelectFilter, Query, Row> = UseListQuery<
  ListQuery<Sort, Select> & Query & { page_size: number },
  Row
>

export interface ListDefinition<
  Row,
  Sort extends string = never,
  Select extends SelectFilter = never,
  Query extends object = object,
> {
  /** Takes the fields of all columns with a `sort`, and all choices, or it doesn't compile. */
  useListQuery: UseSortedQuery<NoInfer<Sort>, NoInfer<Select>, NoInfer<Query>, Row>
  /** What it asks for besides its filters. */
  query?: Query
  pageSize: number
  /** Those with a `sort` can be sorted by. */
  columns: readonly Column<Row, Sort>[]
  /** A list without them leaves out the header's search as well. */
  filters?: ListFilters<Select>
  /** The URL's names for the page and the order of this list, on a screen with two lists. */
  pageKey?: string
  sortKey?: string
  /** In place of a reload each minute, and of an end after `MAX_ROWS`. */
  options?: Omit<Parameters<typeof usePagedQuery>[2], 'pageSize' | 'pageKey'>
}

/** What `ListScreen` shows. */
export interface ShownList<Row, Query extends object = object> {
  list: PagedQuery<Row>
  columns: readonly Column<Row, string>[]
  sort: TableSort | undefined
  /** What it asks the server for, without its page. */
  query: Query
  filters: ListFilters | undefined
  /** All filters; '' for one that isn't set. */
  values: ConsoleFilters & Record<string, string>
  change: (changes: Record<string, string>) => void
  /** Whether its search, dates or choices leave rows out. */
  isFiltered: boolean
  /** Takes the search, the dates and the choices back. */
  clear: () => void
}

const usualOptions = { maxRows: MAX_ROWS, ...polling }

/** A page of a list, with its filters and order from the URL, for `ListScreen`. */
export function useListScreen<
  Row,
  Sort extends string = never,
  Select extends SelectFilter = never,
  Query extends object = object,
>(definition: ListDefinition<Row, Sort, Select, Query>): ShownList<Row, ListQuery<Sort, Select> & Query> {
  const { useListQuery, pageSize, pageKey = 'page', columns, filters, options = usualOptions } = definition
  const { values, chosen, change } = useListFilters(filters?.selects ?? [], pageKey)
  const sort = useSort(columns, pageKey, definition.sortKey)
  const query = {
    ...definition.query,
    ...(filters && { ...(values.q && { q: values.q }), ...toDateQuery(values) }),
    ...chosen,
    ...sort.query,
    // Each part has its type, but TypeScript doesn't add them up.
  } as ListQuery<Sort, Select> & Query
  const list = usePagedQuery(
    useListQuery,
    { ...query, page_size: pageSize },
    { pageSize, pageKey, ...options },
  )
  const names = ['q', 'from', 'to', ...(filters?.selects ?? []).map(({ name }) => name)]
  return {
    list,
    columns,
    sort: sort.table,
    query,
    filters,
    values,
    change,
    isFiltered: filters !== undefined && names.some((name) => values[name]),
    clear: () => change(Object.fromEntries(names.map((name) => [name, '']))),
  }
}

/** `values` are as in `ShownList`, and `chosen` has the selects that are set. */
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

/** The order of a list. At first the newest rows come first, as the server lists them, if it sorts by a date. */
function useSort(columns: readonly Column<never, string>[], pageKey: string, key = 'sort') {
  const sortable = columns.flatMap(({ sort }) => sort ?? [])
  const sorts = sortable.flatMap(({ by }) => [by, `-${by}`])
  const newest = sortable.find(({ kind }) => kind === 'date')
  const initial = newest ? `-${newest.by}` : ''
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
