import {
  ADMIN_REPORT_REASON_LABELS,
  type AdminReport,
  describeMeasures,
  REPORT_KIND_LABELS,
} from '@tendwell/contract/console/reports'
import { Link, useLocation, useNavigate } from 'react-router'
import { formatDate } from '../../../lib/format/format.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { StatusPill } from '../../../shared/statuses/status-pill.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { PersonLink } from '../lists/record-links.tsx'
import { getReportStatus } from './report-text.ts'

export const reportColumns: Column<AdminReport, 'created_at'>[] = [
  { id: 'id', header: 'Report', isTitle: true, cell: ({ id }) => <ReportLink id={id} /> },
  {
    id: 'what',
    header: 'What',
    cell: ({ kind, excerpt }) => (
      <span className="block max-w-72 min-w-0">
        <span className="block font-medium">{REPORT_KIND_LABELS[kind]}</span>
        {excerpt && <span className="line-clamp-2 text-13 text-ink-soft wrap-anywhere">{excerpt}</span>}
      </span>
    ),
  },
  { id: 'reason', header: 'Reason', cell: ({ reason }) => ADMIN_REPORT_REASON_LABELS[reason] },
  { id: 'reported', header: 'About', cell: ({ reported }) => <PersonLink person={reported} /> },
  {
    id: 'reporter',
    header: 'Reported by',
    cell: ({ reporter }) =>
      reporter ? <PersonLink person={reporter} /> : <span className="text-ink-soft">Tendwell</span>,
  },
  {
    id: 'date',
    header: 'Date',
    sort: { by: 'created_at', kind: 'date' },
    cell: ({ created_at: at }) => <span className="whitespace-nowrap">{formatDate(at)}</span>,
  },
  { id: 'status', header: 'Status', cell: (row) => <Status report={row} /> },
]

/** The columns on a person's record, which says who one side of each report is. */
export const getPersonColumns = (personId: number): Column<AdminReport, 'created_at'>[] =>
  reportColumns.flatMap((column) => {
    if (column.id === 'what') return [{ ...column, cell: ({ kind }) => REPORT_KIND_LABELS[kind] }]
    if (column.id === 'reported') {
      const cell = (row: AdminReport) => (row.reported.id === personId ? 'About them' : 'By them')
      return [{ id: 'side', header: 'Side', cell }]
    }
    return column.id === 'reporter' ? [] : [column]
  })

function Status({ report }: { report: AdminReport }) {
  const { measures, is_shown_again: isShownAgain } = report
  return (
    <span className="inline-flex flex-col items-start gap-1">
      <StatusPill status={getReportStatus(report)} />
      {measures && measures.length > 0 && (
        <span className="text-13 text-ink-soft">{describeMeasures(measures, isShownAgain)}</span>
      )}
    </span>
  )
}

/** The report keeps the list's filters and page in its URL, for its link back. */
function ReportLink({ id }: { id: number }) {
  const { search } = useLocation()
  return (
    <Link
      to={paths.adminReport(id) + search}
      className="text-link tabular inline-flex min-h-6 items-center whitespace-nowrap"
    >
      {`#${id}`}
    </Link>
  )
}

/** Opens a report, also for a click anywhere on its row. */
export function useOpenReport() {
  const navigate = useNavigate()
  const { search } = useLocation()
  return ({ id }: AdminReport) => navigate(paths.adminReport(id) + search)
}

interface ReportTableProps {
  caption: string
  rows: readonly AdminReport[]
  columns: readonly Column<AdminReport, 'created_at'>[]
}

/** Reports; a click anywhere on a row opens it. */
export function ReportTable(props: ReportTableProps) {
  const openReport = useOpenReport()
  return <DataTable {...props} rowId={({ id }) => id} onRowClick={openReport} isWide />
}
