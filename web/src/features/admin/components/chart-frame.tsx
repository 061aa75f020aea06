import { ChartLine, Table2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'

interface ChartFrameProps<Row> {
  /** What the chart and its table show: 'Revenue by month'. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly (Row & { label: string })[]
  /** The chart scrolls where there is less room, beginning with the latest months. */
  minimumWidthPx?: number
  /** A legend or caption below the chart. */
  note: ReactNode
  children: ReactNode
}

/** A chart that can also be viewed as a table. Screen readers always get the table. */
export function ChartFrame<Row>({
  caption,
  columns,
  rows,
  minimumWidthPx,
  note,
  children,
}: ChartFrameProps<Row>) {
  const [isTable, setTable] = useState(false)
  const table = <DataTable caption={caption} columns={columns} rows={rows} rowId={({ label }) => label} />
  return (
    <>
      {isTable ? (
        table
      ) : (
        <>
          {/* Right to left, so that it begins at its right end. */}
          <div aria-hidden="true" dir="rtl" className="overflow-x-auto">
            <div dir="ltr" className="relative h-72 w-full" style={{ minWidth: minimumWidthPx }}>
              {children}
            </div>
          </div>
          <div className="sr-only">{table}</div>
        </>
      )}
      <div className="mt-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        {note}
        <Button
          variant="quiet"
          size="small"
          icon={
            isTable ? (
              <ChartLine className="size-4" aria-hidden="true" />
            ) : (
              <Table2 className="size-4" aria-hidden="true" />
            )
          }
          onPress={() => setTable(!isTable)}
          aria-label={`${isTable ? 'View as chart' : 'View as table'}: ${caption}`}
          className="ml-auto"
        >
          {isTable ? 'View as chart' : 'View as table'}
        </Button>
      </div>
    </>
  )
}
