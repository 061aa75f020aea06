import type { AdminReport } from '@tendwell/contract/console/reports'
import type { ReportKind } from '@tendwell/contract/safety/reports'
import type { Status } from '../../../shared/statuses/status-map.ts'

/** The status of a report, for its pill. */
export function getReportStatus({ kind, measures }: Pick<AdminReport, 'kind' | 'measures'>): Status {
  if (measures === null) return kind === 'booking' ? 'report_urgent' : 'open'
  return measures.length === 0 ? 'report_dismissed' : 'report_acted'
}

/** What staff show again, as a part of a sentence. A booking is never hidden. */
export const shownLabels: Record<Exclude<ReportKind, 'booking'>, string> = {
  message: 'the message',
  review: 'the review',
  profile: 'photo and description',
}
