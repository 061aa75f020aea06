/**
 * The console's lists: filtered, sorted by a column of choice, and read by pages or as a whole for an export.
 * Beware: in a select from one table without a join, Drizzle leaves the table's name out of columns in the
 * sql`…` of a selected field, so a subquery there may compare a column with itself. Nest it as
 * sql`${subquery}`.
 * @see docs/rules/console.md#lists-and-filters
 */
import { and, asc, desc, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Clock } from '../clock.ts'
import type { Database } from './database.ts'
import { countUpTo, getOffset, type PageRequest } from './paging.ts'

/** Rows are counted and paged up to this number: more takes seconds if a filter matches a million rows. */
const MAX_COUNT = 10_000

/**
 * `viewerId`: who reads the list, for a filter such as `assignee=me` and for rows that are kept from the
 * viewer. `masksEmails`: whether the caller masks the emails of the list.
 */
export type ListDeps = {
  clock: Clock
  database: Database
  viewerId?: number
  masksEmails?: boolean
}

type SortQuery = { sort?: string | undefined }
type Sort<Query extends SortQuery> = NonNullable<Query['sort']>
type SortKey<Query extends SortQuery> = Exclude<Sort<Query>, `-${string}`>

/** Which rows a list reads in one statement. */
export type Part = {
  where: SQL | undefined
  orderBy: SQL[]
  /** The value that the rows are sorted by, as text. */
  sortValue: SQL<string>
  limit: number
  offset: number
}

/**
 * The definition of a list. `from`: the tables that its conditions need. `id`: the column of the results'
 * `id`. `sorts`: the columns by which it can be sorted, which are never null.
 */
export type SortedList<Query extends SortQuery, Result extends { id: number } = { id: number }> = {
  from: PgTable | SQL
  id: PgColumn
  sorts: Record<SortKey<Query>, PgColumn | SQL>
  defaultSort: Sort<Query>
  /** A condition: rows that meet it come first in the default order, such as urgent reports. */
  first?: SQL
  /** The condition for the rows that the query's filters let through; undefined: all rows. */
  match(deps: ListDeps, query: Query): Promise<SQL | undefined>
  /** Reads these rows, in their order. */
  read(deps: ListDeps, part: Part): Promise<{ sortValue: string; result: Result }[]>
}

/**
 * Adds to the rows of a list what their own slice doesn't know, such as names or data of a later slice.
 * @param compose makes the new rows of one page, in the same order, with a constant number of statements
 */
export function composeList<
  Query extends SortQuery,
  Row extends { id: number },
  Result extends { id: number },
>(
  list: SortedList<Query, Row>,
  compose: (deps: ListDeps, rows: Row[]) => Promise<Result[]>,
): SortedList<Query, Result> {
  return {
    ...list,
    async read(deps, part) {
      const rows = await list.read(deps, part)
      const newRows = await compose(
        deps,
        rows.map(({ result }) => result),
      )
      return newRows.map((result, index) => ({ sortValue: rows[index]?.sortValue ?? '', result }))
    },
  }
}

/** How a list is sorted by a query, and a condition for the rows that come after a given row. */
function getOrder<Query extends SortQuery>(list: SortedList<Query>, query: Query) {
  const sort: string = query.sort ?? list.defaultSort
  const isDescending = sort.startsWith('-')
  const column = list.sorts[sort.replace('-', '') as SortKey<Query>]
  const direction = isDescending ? desc : asc
  return {
    orderBy: [direction(column), direction(list.id)],
    sortValue: sql<string>`${column}::text`,
    isAfter: (value: string, id: number) =>
      sql`(${column}, ${list.id}) ${sql.raw(isDescending ? '<' : '>')} (${value}, ${id})`,
  }
}

/** Reads one page of a list. The count is exact up to 10,000, otherwise 10,001. */
export async function readPage<Query extends SortQuery, Result extends { id: number }>(
  deps: ListDeps,
  list: SortedList<Query, Result>,
  query: Query & PageRequest,
): Promise<{ count: number; results: Result[] }> {
  const where = await list.match(deps, query)
  const count = await countUpTo(deps.database, list.from, where, MAX_COUNT)
  const offset = getOffset(query)
  if (offset >= Math.min(count, MAX_COUNT)) return { count, results: [] }
  const { orderBy, sortValue } = getOrder(list, query)
  const firstRows = list.first && query.sort === undefined ? [desc(list.first)] : []
  const rows = await list.read(deps, {
    where,
    orderBy: [...firstRows, ...orderBy],
    sortValue,
    limit: query.page_size,
    offset,
  })
  return { count, results: rows.map(({ result }) => result) }
}

/** Reads the first rows of a list, without a count. */
export async function readFirst<Query extends SortQuery, Result extends { id: number }>(
  deps: ListDeps,
  list: SortedList<Query, Result>,
  query: Query,
  limit: number,
): Promise<Result[]> {
  const where = await list.match(deps, query)
  const { orderBy, sortValue } = getOrder(list, query)
  const rows = await list.read(deps, { where, orderBy, sortValue, limit, offset: 0 })
  return rows.map(({ result }) => result)
}

/**
 * Reads a whole list in batches. Each batch starts after the last row of the batch before, and not at an
 * offset, so later batches are as fast as the first.
 */
export async function* readBatches<Query extends SortQuery, Result extends { id: number }>(
  deps: ListDeps,
  list: SortedList<Query, Result>,
  query: Query,
  size: number,
): AsyncGenerator<Result[]> {
  const conditions = await list.match(deps, query)
  const { orderBy, sortValue, isAfter } = getOrder(list, query)
  let where = conditions
  for (;;) {
    const rows = await list.read(deps, { where, orderBy, sortValue, limit: size, offset: 0 })
    const lastRow = rows.at(-1)
    if (lastRow) yield rows.map(({ result }) => result)
    if (!lastRow || rows.length < size) return
    where = and(conditions, isAfter(lastRow.sortValue, lastRow.result.id))
  }
}

/**
 * Finds the row before or after a given one, which may have left the list meanwhile.
 * @param isGivenRow the condition that the given row meets. If no row meets it, nothing comes before, and the
 *   list's first row comes after
 */
export async function findBeside<Query extends SortQuery, Result extends { id: number }>(
  deps: ListDeps,
  list: SortedList<Query, Result>,
  query: Query,
  isGivenRow: SQL | undefined,
  direction: 'before' | 'after',
): Promise<Result | null> {
  const { sortValue } = getOrder(list, query)
  const { rows: givenRows } = await deps.database.execute<{ id: number; value: string }>(
    sql`SELECT ${list.id} AS id, ${sortValue} AS value FROM ${list.from} WHERE ${isGivenRow}`,
  )
  const [givenRow] = givenRows
  if (!givenRow && direction === 'before') return null
  const sort: string = query.sort ?? list.defaultSort
  const reversedSort = sort.startsWith('-') ? sort.slice(1) : `-${sort}`
  const order = getOrder(list, direction === 'after' ? query : { ...query, sort: reversedSort })
  const conditions = await list.match(deps, query)
  const where = givenRow ? and(conditions, order.isAfter(givenRow.value, givenRow.id)) : conditions
  const [besideRow] = await list.read(deps, {
    where,
    orderBy: order.orderBy,
    sortValue: order.sortValue,
    limit: 1,
    offset: 0,
  })
  return besideRow?.result ?? null
}
