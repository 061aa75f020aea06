import type { AdminReport, ReportRecord } from '@tendwell/contract/console/reports'
import { Panel } from '../../ui/panel.tsx'
import { ReportTable, reportColumns } from '../common/reports/report-table.tsx'

/** Other open reports of the same thing, and earlier ones about and by the same people. */
export function OtherReports({ report }: { report: ReportRecord }) {
  const { reported, reporter, same, about_reported: about, by_reporter: by } = report
  return (
    <>
      {same.length > 0 && (
        <Panel title="Other open reports of this" lead="Your decision applies to them too.">
          <ReportTable
            caption="Other open reports of this"
            rows={same}
            columns={columnsWithout('reported', 'what')}
          />
        </Panel>
      )}
      <ReportsPanel
        title={`Other reports about ${reported.name}`}
        rows={about}
        empty="There are no other reports about them."
        hidden="reported"
      />
      {reporter && (
        <ReportsPanel
          title={`Other reports by ${reporter.name}`}
          rows={by}
          empty="They haven’t reported anything else."
          hidden="reporter"
        />
      )}
    </>
  )
}

const columnsWithout = (...ids: string[]) => reportColumns.filter(({ id }) => !ids.includes(id))

interface ReportsPanelProps {
  title: string
  rows: readonly AdminReport[]
  empty: string
  /** The column that is the same for all rows. */
  hidden: string
}

function ReportsPanel({ title, rows, empty, hidden }: ReportsPanelProps) {
  return (
    <Panel title={title}>
      {rows.length === 0 ? (
        <p className="text-ink-soft">{empty}</p>
      ) : (
        <ReportTable caption={title} rows={rows} columns={columnsWithout(hidden)} />
      )}
    </Panel>
  )
}
