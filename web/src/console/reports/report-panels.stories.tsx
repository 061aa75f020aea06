/** The panels of a report's page. */
import type { ReportRecord } from '@tendwell/contract/console/reports'
import {
  reportedProfile,
  reportedReview,
  reportRecord,
  safetyReport,
  suspendedReport,
} from '../../../test/records.ts'
import { ContextPanel } from './context-panel.tsx'
import { DecisionPanel } from './decision-panel.tsx'
import { OtherReports } from './other-reports.tsx'
import { ReportFacts } from './report-facts.tsx'
import { ReportedPanel } from './reported-panel.tsx'

export default {
  render: ({ report }: { report: ReportRecord }) => (
    <div className="flex max-w-form flex-col gap-6">
      {report.kind !== 'booking' && <ReportedPanel report={report} />}
      <ReportFacts report={report} />
      {report.kind === 'message' && <ContextPanel reportId={report.id} />}
      <DecisionPanel report={report} />
      <OtherReports report={report} />
    </div>
  ),
}

export const Message = { args: { report: reportRecord } }
export const ProfileChangedSince = { args: { report: reportedProfile } }
export const ReportedReview = { args: { report: reportedReview } }
export const GoneReview = { args: { report: { ...reportedReview, now: null, is_hidden: false } } }
export const Suspended = { args: { report: suspendedReport } }
export const SafetyReport = { args: { report: safetyReport } }
