import type { MouseEvent, ReactNode } from 'react'

export interface Column<Row> {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** Right-aligned with tabular figures. */
  isNumeric?: boolean
  /** The title of the row's card on small screens, without its label. */
  isTitle?: boolean
  /** Shows the header to screen readers only, as for a column of buttons or checkboxes. */
  isLabelHidden?: boolean
}

interface DataTableProps<Row> {
  /** Describes the table to screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => string | number
  /** The number of rows from which the table scrolls inside. */
  scrollAfter?: number
  /** The columns don't fit on a tablet, so the rows are cards there too. */
  isWide?: boolean
  /** Called for a click anywhere on a row. For the keyboard, the row must also have a link to the same page. */
  onRowClick?: (row: Row) => void
}

/** A table that becomes a list of cards on small screens. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowId, scrollAfter, onRowClick, isWide = false } = props
  const isLong = scrollAfter !== undefined && rows.length > scrollAfter
  return (
    <div
      className={`${isLong ? 'max-h-160 overflow-y-auto' : ''} ${isWide ? '@container/wide-table overflow-x-auto' : ''}`}
      {...(isLong && { tabIndex: 0, role: 'region', 'aria-label': caption })}
    >
      <table className="w-full text-left cards:block">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 z-10 bg-paper-raised cards:sr-only">
          <tr className="border-b border-line">
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                className={`${isWide ? 'px-2' : 'px-3'} pb-3 align-bottom text-13 font-medium text-ink-soft first:pl-0 last:pr-0 ${isWide ? '' : 'whitespace-nowrap'} ${column.isNumeric ? 'text-right' : ''}`}
              >
                <span className={column.isLabelHidden ? 'sr-only' : ''}>{column.header}</span>
              </th>
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

/** Whether a click is neither on a link or button nor the end of a text selection. */
function isPlainClick({ target }: MouseEvent): boolean {
  const isControl = target instanceof Element && target.closest('a, button, label') !== null
  return !isControl && !window.getSelection()?.toString()
}

interface CellProps<Row> {
  column: Column<Row>
  row: Row
  isWide: boolean
}

function Cell<Row>({ column, row, isWide }: CellProps<Row>) {
  const isPlain = column.isTitle || column.isLabelHidden
  return (
    <td
      className={`py-3 ${isWide ? 'px-2' : 'px-3'} first:pl-0 last:pr-0 cards:flex cards:items-center cards:justify-between cards:gap-4 cards:p-0 ${
        column.isNumeric ? 'tabular text-right cards:text-left' : ''
      } ${column.isTitle ? 'font-semibold cards:col-span-full' : ''}`}
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
