import type { MouseEvent } from 'react'
import { Skeleton } from './skeleton.tsx'
import { type Column, secondaryClasses } from './table-column.ts'
import { SortHeader, SortSelect, type TableSort } from './table-sort.tsx'

export type { Column }

interface DataTableProps<Row> {
  /** Describes the table to screen readers. */
  caption: string
  columns: readonly Column<Row, string>[]
  rows: readonly Row[]
  rowId: (row: Row) => string | number
  /** The number of rows from which the table scrolls inside. */
  scrollAfter?: number
  /** The columns don't fit on a tablet, so the table scrolls sideways there, or its rows are cards. */
  isWide?: boolean
  sort?: TableSort
  /**
   * Called for a click anywhere on a row. For the keyboard, the row must also have a link to the same page.
   */
  onRowClick?: (row: Row) => void
}

/** A table that becomes a list of cards on small screens. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowId, scrollAfter, onRowClick, isWide = false, sort } = props
  const isLong = scrollAfter !== undefined && rows.length > scrollAfter
  return (
    <div
      className={`${isLong ? 'max-h-160 overflow-y-auto' : ''} ${isWide ? '@container/wide-table overflow-x-auto' : ''}`}
      {...(isLong && { tabIndex: 0, role: 'region', 'aria-label': caption })}
    >
      {sort && <SortSelect columns={columns} sort={sort} />}
      <table className="w-full text-left cards:block">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 z-10 bg-paper-raised cards:sr-only">
          <tr className="border-b border-line">
            {columns.map((column) => (
              <SortHeader key={column.id} column={column} isWide={isWide} sort={sort} />
            ))}
          </tr>
        </thead>
        <tbody className="cards:block">
          {rows.map((row) => (
            <tr
              key={rowId(row)}
              data-row={rowId(row)}
              {...(onRowClick && { onClick: (event) => isPlainClick(event) && onRowClick(row) })}
              className={`border-b border-line last:border-0 cards:grid cards:gap-x-14 cards:gap-y-1.5 cards:py-4 cards:@xl/wide-table:grid-cols-2 ${
                onRowClick ? 'cursor-pointer transition-colors hover:bg-sand' : ''
              }`}
            >
              {columns.map((column) => (
                <Cell key={column.id} column={column} row={row} isWide={isWide} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface TableSkeletonProps {
  columns: readonly Column<never, string>[]
  rows?: number
  isWide?: boolean
}

const widths = ['w-24', 'w-32', 'w-20', 'w-28']

/**
 * The table before its rows have loaded, with its own columns. The list around it says that it is loading.
 */
export function TableSkeleton({ columns, rows = 6, isWide = false }: TableSkeletonProps) {
  const placeholders = columns.map(({ id, header, ...column }, place) => ({
    id,
    header,
    isNumeric: column.isNumeric ?? false,
    isTitle: column.isTitle ?? false,
    isLabelHidden: column.isLabelHidden ?? false,
    ...(column.leftOut && { leftOut: column.leftOut }),
    cell: (row: number) => (
      <Skeleton
        className={`h-5 max-w-full ${widths[(row + place) % widths.length]} ${column.isNumeric ? 'ml-auto' : ''}`}
      />
    ),
  }))
  return (
    <div aria-hidden="true">
      <DataTable
        caption=""
        columns={placeholders}
        rows={Array.from({ length: rows }, (_, row) => row)}
        rowId={(row) => row}
        isWide={isWide}
      />
    </div>
  )
}

/** Whether a click is neither on a link or button nor the end of a text selection. */
function isPlainClick({ target }: MouseEvent): boolean {
  const isControl = target instanceof Element && target.closest('a, button, label') !== null
  return !isControl && !window.getSelection()?.toString()
}

interface CellProps<Row> {
  column: Column<Row, string>
  row: Row
  isWide: boolean
}

function Cell<Row>({ column, row, isWide }: CellProps<Row>) {
  const isPlain = column.isTitle || column.isLabelHidden
  return (
    <td
      className={`py-3 ${isWide ? 'px-2' : 'px-3'} first:pl-0 last:pr-0 cards:flex cards:items-center cards:justify-between cards:gap-4 cards:p-0 ${
        column.isNumeric ? 'tabular text-right cards:text-left' : ''
      } ${column.isTitle ? 'font-semibold cards:col-span-full' : ''} ${column.leftOut ? secondaryClasses[column.leftOut] : ''}`}
    >
      {!isPlain && (
        <span aria-hidden="true" className="hidden text-13 font-normal text-ink-soft cards:inline">
          {column.header}
        </span>
      )}
      <span className={isPlain ? 'contents' : 'contents cards:inline cards:text-right'}>
        {column.cell(row)}
      </span>
    </td>
  )
}
