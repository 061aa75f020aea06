import { toLocalDate } from '@tendwell/contract/time'
import { defineNotice, type Notice } from '../notices/index.ts'
import { findUser } from '../people/index.ts'
import {
  renderDecisionForReported,
  renderReportDecided,
  renderSuspension,
  renderUrgentReport,
} from './notice-texts.ts'
import { getDecisionSummary } from './queries.ts'

/** @see docs/rules/safety.md#notifications */
export const moderationNotices = [
  /**
   * A decision notifies all who reported what it is about. The reported person is notified of what was
   * hidden, of a warning, and of a suspension, which has a mail of its own too.
   */
  defineNotice('report.decided', async ({ database }, { decisionId }) => {
    const decision = await getDecisionSummary(database, decisionId)
    const { reportedId, suspendedUntil } = decision
    const cause = `report-decision:${decisionId}`
    const reported = await findUser(database, reportedId)
    const content =
      reported && reported.role !== 'admin' ? renderDecisionForReported(decision, reported.role) : null
    const notices: Notice[] = content ? [{ userId: reportedId, cause, content }] : []
    if (suspendedUntil !== null) {
      const content = renderSuspension({ ...decision, suspendedUntil })
      notices.push({ userId: reportedId, cause: `${cause}:suspended`, content })
    }
    for (const { id: userId, timezone, sentAt } of decision.reporters) {
      const sentOn = toLocalDate(sentAt.getTime(), timezone ?? 'UTC')
      notices.push({ userId, cause, content: renderReportDecided(decision, { reportedId, sentOn }) })
    }
    return notices
  }),

  /** A safety report notifies support and admins. */
  defineNotice('report.urgent', (_deps, report) => {
    // At most one notice an hour for each reporter and booking, and one more when the visit is under way.
    const { requestId, reporterId, isUnderWay, at } = report
    const cause = `booking:${requestId}:urgent:${reporterId}:${isUnderWay}:${at.slice(0, '2026-01-01T00'.length)}`
    return [{ staff: 'support', cause, content: renderUrgentReport(report) }]
  }),
]
