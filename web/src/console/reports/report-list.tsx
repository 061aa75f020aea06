import { ADMIN_REPORT_REASON_LABELS, REPORT_KIND_LABELS } from '@tendwell/contract/console/reports'
import { REPORT_KINDS, REPORT_REASONS } from '@tendwell/contract/safety/reports'
import { StatusList } from '../common/lists/status-list.tsx'
import { reportColumns, useOpenReport } from '../common/reports/report-table.tsx'
import { useAdminReportsQuery } from '../common/reports/reports-api.ts'

const kind = {
  name: 'kind',
  label: 'Kind',
  any: 'All kinds',
  options: REPORT_KINDS.map((id) => ({ id, label: `${REPORT_KIND_LABELS[id]}s` })),
  className: 'min-w-36 max-sm:flex-1',
} as const
const reason = {
  name: 'reason',
  label: 'Reason',
  any: 'All reasons',
  options: REPORT_REASONS.map((id) => ({ id, label: ADMIN_REPORT_REASON_LABELS[id] })),
  className: 'min-w-40 max-sm:flex-1',
} as const

/** All reports. A click anywhere on a row opens its report. @see docs/rules/safety.md#moderation */
export function ReportList() {
  const openReport = useOpenReport()
  return (
    <StatusList
      noun="report"
      caption="Reports"
      useListQuery={useAdminReportsQuery}
      pageSize={20}
      columns={reportColumns}
      filters={{ dates: 'Reported', selects: [kind, reason] }}
      exported="reports"
      onRowClick={openReport}
      isWide
    />
  )
}
