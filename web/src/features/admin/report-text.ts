import type { AdminReport, Measure } from '@tendwell/contract/admin-reports'
import type { ReportKind } from '@tendwell/contract/reports'

export const kindLabels: Record<ReportKind, string> = {
  message: 'Message',
  review: 'Review',
  profile: 'Profile',
  booking: 'Safety report',
}

const measureLabels: Record<Measure, string> = {
  hide: 'Hidden',
  warn: 'Warned',
  suspend: 'Suspended',
}

/** The status of a report, for its pill. */
export function getReportStatus({ kind, measures }: Pick<AdminReport, 'kind' | 'measures'>): string {
  if (measures === null) return kind === 'booking' ? 'report_urgent' : 'open'
  return measures.length === 0 ? 'report_dismissed' : 'report_acted'
}

/** What staff show again, as a part of a sentence. A booking is never hidden. */
export const shownLabels: Record<Exclude<ReportKind, 'booking'>, string> = {
  message: 'the message',
  review: 'the review',
  profile: 'photo and description',
}

/** `Hidden, warned`; `Dismissed` without measures; `Hidden, shown again` after staff undid it. */
export function describeMeasures(measures: readonly Measure[], isShownAgain: boolean): string {
  const words = measures.map((measure) => measureLabels[measure].toLowerCase())
  const text = [words.join(', ') || 'dismissed', ...(isShownAgain ? ['shown again'] : [])].join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
