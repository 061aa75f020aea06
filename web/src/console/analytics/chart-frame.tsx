import type { ReactNode } from 'react'
import { type Column, DataTable } from '../../ui/data-table.tsx'

interface ChartFrameProps<Row> {
  /** What the chart and its table show: 'Revenue by month'. */
  caption: string
  columns: readonly Column<Row>[]
  /** Oldest first, as the chart shows them. */
  rows: readonly Row[]
  /** The chart scrolls where there is less room, beginning with the latest dates. */
  minimumWidthPx?: number
  /** A legend or caption below the chart. */
  note: ReactNode
  children: ReactNode
}

/** A chart, and its exact figures in a table below, newest first. */
export function ChartFrame<Row extends { label: string }>(props: ChartFrameProps<Row>) {
  const { caption, columns, rows, minimumWidthPx, note, children } = props
  return (
    <>
      {/* Right to left, so that it begins at its right end. */}
      <div aria-hidden="true" dir="rtl" className="overflow-x-auto">
        <div dir="ltr" className="relative h-72 w-full" style={{ minWidth: minimumWidthPx }}>
          {children}
        </div>
      </div>
      <div className="mt-5 mb-6">{note}</div>
      <div className="border-t border-line pt-5">
        <DataTable
          caption={caption}
          columns={columns}
          rows={[...rows].reverse()}
          rowId={({ label }) => label}
          scrollAfter={12}
        />
      </div>
    </>
  )
}
