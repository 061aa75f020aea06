import { useLocation, useParams } from 'react-router'
import { formatInstant } from '../../lib/format/format.ts'
import { paths } from '../../shared/routes/paths.ts'
import { StatusPill } from '../../shared/statuses/status-pill.tsx'
import { polling } from '../common/polling.ts'
import { RecordPage } from '../common/records/record-frame.tsx'
import { getReportStatus } from '../common/reports/report-text.ts'
import { useReportRecordQuery } from '../common/reports/reports-api.ts'
import { ContextPanel } from './context-panel.tsx'
import { DecisionPanel } from './decision-panel.tsx'
import { OtherReports } from './other-reports.tsx'
import { ReportFacts } from './report-facts.tsx'
import { ReportedPanel } from './reported-panel.tsx'

/** A report, and what is needed to decide on it. */
export function ReportPage() {
  const { reportId = '' } = useParams()
  // The filters and page of the list that the moderator came from.
  const { search } = useLocation()
  const query = useReportRecordQuery(reportId.replace(/^#/, ''), polling)
  const { currentData: report } = query
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
      query={query}
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
