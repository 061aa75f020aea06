import type { ReactNode } from 'react'
import type { PagedQuery } from '../../../lib/address/use-paged-query.ts'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { ListBody } from '../../../ui/list-panel.tsx'
import type { TableSort } from '../../../ui/table-sort.tsx'

interface ListTableProps<Row> {
  /** What is listed: 'Requests'. */
  label: string
  /** The name of the table, if it isn't the label. */
  caption?: string
  list: PagedQuery<Row>
  columns: readonly Column<Row>[]
  sort?: TableSort | undefined
  failure: string
  /** An `<EmptyState>`. */
  empty: ReactNode
  skeleton?: ReactNode
  isWide?: boolean
  scrollAfter?: number
  onRowClick?: (row: Row) => void
}

/** A page of a list as a table. */
export function ListTable<Row extends { id: number | string }>(props: ListTableProps<Row>) {
  const { label, caption = label, list, failure, empty, skeleton, sort, ...table } = props
  return (
    <ListBody label={label} list={list} failure={failure} empty={empty} skeleton={skeleton}>
      {(rows) => (
        <DataTable caption={caption} rows={rows} rowId={({ id }) => id} {...(sort && { sort })} {...table} />
      )}
    </ListBody>
  )
}
