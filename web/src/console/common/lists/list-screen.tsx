import type { ReactNode } from 'react'
import type { PagedQuery } from '../../../lib/address/use-paged-query.ts'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { ListBody } from '../../../ui/list-panel.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Select } from '../../../ui/select.tsx'
import type { TableSort } from '../../../ui/table-sort.tsx'
import { DateRangeButton } from './date-range-button.tsx'
import { ExportButton } from './export-button.tsx'
import type { ExportedList } from './lists-api.ts'
import type { ShownList } from './use-list-screen.ts'

interface ListTableProps<Row> {
  /** What is listed: 'Requests'. */
  label: string
  /** The name of the table, if it isn't the label. */
  caption?: string
  list: PagedQuery<Row>
  columns: readonly Column<Row, string>[]
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

export interface ListScreenProps<Row>
  extends Omit<ListTableProps<Row>, 'label' | 'list' | 'columns' | 'sort'> {
  shown: ShownList<Row>
  title: string
  /** What is listed, if it isn't the title. */
  label?: string
  lead?: ReactNode
  /** Beside the filters. */
  actions?: ReactNode
  exported?: ExportedList
}

/**
 * A list of `useListScreen` in a titled card, with its filters and the button that exports it.
 * @see docs/rules/console.md#lists-and-filters
 */
export function ListScreen<Row extends { id: number | string }>(props: ListScreenProps<Row>) {
  const { shown, title, label = title, lead, actions, exported, ...table } = props
  const { list, columns, sort, query, filters, values, change } = shown
  return (
    <Panel
      title={title}
      lead={lead}
      actions={
        <>
          {filters?.selects?.map(({ name, any, options, ...select }) => (
            <Select
              key={name}
              {...select}
              isLabelHidden
              options={[{ id: 'any', label: any }, ...options]}
              value={values[name] || 'any'}
              onChange={(id) => change({ [name]: id === 'any' ? '' : id })}
            />
          ))}
          {actions}
          {filters && (
            <DateRangeButton
              label={filters.dates}
              emptyLabel="Any date"
              value={{ from: values.from, to: values.to }}
              onChange={({ from, to }) => change({ from, to })}
            />
          )}
          {exported && <ExportButton list={exported} query={query} />}
        </>
      }
    >
      <ListTable label={label} list={list} columns={columns} sort={sort} {...table} />
    </Panel>
  )
}
