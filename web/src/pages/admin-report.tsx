import { useLocation, useParams } from 'react-router'
import { polling } from '../features/admin/api.ts'
import { RecordPage } from '../features/admin/components/records/record-page.tsx'
import { ContextPanel } from '../features/admin/components/reports/context-panel.tsx'
import { DecisionPanel } from '../features/admin/components/reports/decision-panel.tsx'
import { OtherReports } from '../features/admin/components/reports/other-reports.tsx'
import { ReportFacts } from '../features/admin/components/reports/report-facts.tsx'
import { ReportedPanel } from '../features/admin/components/reports/reported-panel.tsx'
import { getReportStatus } from '../features/admin/report-text.ts'
import { useReportRecordQuery } from '../features/admin/reports-api.ts'
import { formatInstant } from '../lib/format/format.ts'
import { paths } from '../shared/routes/paths.ts'
import { StatusPill } from '../shared/statuses/status-pill.tsx'

/** A report, and what is needed to decide on it. */
export function Component() {
  const { reportId = '' } = useParams()
  // The filters and page of the list that the moderator came from.
  const { search } = useLocation()
  const { currentData: report, error, refetch } = useReportRecordQuery(reportId.replace(/^#/, ''), polling)
  return (
    <RecordPage
      noun="report"
      title={report ? `Report #${report.id}` : 'Report'}
      lead={report && `Reported ${formatInstant(report.created_at)}`}
      actions={
        report && (
          <StatusPill
            status={getReportStatus({ kind: report.kind, measures: report.decision?.measures ?? null })}
          />
        )
      }
      backTo={{ path: paths.adminReports, label: 'Reports', address: paths.adminReports + search }}
      load={{ isReady: report !== undefined, error, refetch }}
      main={
        report && (
          <>
            {report.kind !== 'booking' && <ReportedPanel report={report} />}
            <ReportFacts report={report} />
            {report.kind === 'message' && <ContextPanel key={report.id} reportId={report.id} />}
          </>
        )
      }
      side={report && <DecisionPanel key={report.id} report={report} />}
      after={report && <OtherReports report={report} />}
    />
  )
}
