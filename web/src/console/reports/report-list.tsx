import { ADMIN_REPORT_REASON_LABELS, REPORT_KIND_LABELS } from '@tendwell/contract/console/reports'
import { REPORT_KINDS, REPORT_REASONS } from '@tendwell/contract/safety/reports'
import { Select } from '../../ui/select.tsx'
import { ConsoleList } from '../common/lists/console-list.tsx'
import { useConsoleFilters } from '../common/lists/use-console-filters.ts'
import { ReportTable, reportColumns } from '../common/reports/report-table.tsx'
import { useAdminReportsQuery } from '../common/reports/reports-api.ts'

const any = 'any'
const kinds = [
  { id: any, label: 'All kinds' },
  ...REPORT_KINDS.map((id) => ({ id, label: `${REPORT_KIND_LABELS[id]}s` })),
]
const reasons = [
  { id: any, label: 'All reasons' },
  ...REPORT_REASONS.map((id) => ({ id, label: ADMIN_REPORT_REASON_LABELS[id] })),
]

function Filters() {
  const { kind, reason, change } = useConsoleFilters()
  const keep = (chosen: string) => (chosen === any ? '' : chosen)
  return (
    <>
      <Select
        label="Kind"
        isLabelHidden
        className="min-w-36 max-sm:flex-1"
        options={kinds}
        value={kind || any}
        onChange={(chosen) => change({ kind: keep(chosen) as typeof kind })}
      />
      <Select
        label="Reason"
        isLabelHidden
        className="min-w-40 max-sm:flex-1"
        options={reasons}
        value={reason || any}
        onChange={(chosen) => change({ reason: keep(chosen) as typeof reason })}
      />
    </>
  )
}

/** All reports. @see docs/rules/safety.md#moderation */
export function ReportList() {
  const { kind, reason } = useConsoleFilters()
  return (
    <ConsoleList
      noun="report"
      dateLabel="Reported"
      useListQuery={useAdminReportsQuery}
      pageSize={20}
      filter={<Filters />}
      more={{ kind, reason }}
      columns={reportColumns}
      sorts={['created_at']}
      list="reports"
    >
      {(rows, sort) => <ReportTable caption="Reports" rows={rows} sort={sort} />}
    </ConsoleList>
  )
}
