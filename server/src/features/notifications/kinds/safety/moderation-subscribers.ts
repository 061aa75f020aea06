import { toLocalDate } from '@tendwell/contract/time'
import type { Deps } from '../../../../deps.ts'
import { getDecisionSummary } from '../../../moderation/index.ts'
import { findUser } from '../../../people/index.ts'
import { type NewNotification, notifyStaff, notifyUsers } from '../../delivering/delivery.ts'
import {
  renderReportDecided,
  renderSuspension,
  renderToReported,
  renderUrgentReport,
} from './moderation-templates.ts'

/**
 * Notifies everyone who reported something that staff decided, and the reported person of what was hidden, of
 * a warning and of a suspension, which has its own mail. Alerts support and admins to a safety report.
 * @see docs/rules/safety.md#notifications
 */
export function subscribeToModeration(deps: Deps): void {
  deps.jobs.subscribe('report.decided', 'notifications', async ({ decisionId }) => {
    const decision = await getDecisionSummary(deps.database, decisionId)
    const cause = `report-decision:${decisionId}`
    const reported = await findUser(deps.database, decision.reportedId)
    const content = reported && reported.role !== 'admin' ? renderToReported(decision, reported.role) : null
    const notified: NewNotification[] = content ? [{ userId: decision.reportedId, cause, content }] : []
    const { suspendedUntil } = decision
    if (suspendedUntil !== null) {
      notified.push({
        userId: decision.reportedId,
        cause: `${cause}:suspended`,
        content: renderSuspension({ ...decision, suspendedUntil }),
      })
    }
    const name = reported?.fullName ?? ''
    for (const { id: userId, timezone, sentAt } of decision.reporters) {
      const sentOn = toLocalDate(sentAt.getTime(), timezone ?? 'UTC')
      notified.push({ userId, cause, content: renderReportDecided(decision, { name, sentOn }) })
    }
    await notifyUsers(deps, notified)
  })
  deps.jobs.subscribe('report.urgent', 'notifications', (report) => {
    // One an hour of each person and booking, and one more once the visit is under way.
    const { requestId, reporterId, isUnderWay, at } = report
    const cause = `booking:${requestId}:urgent:${reporterId}:${isUnderWay}:${at.slice(0, '2026-01-01T00'.length)}`
    return notifyStaff(deps, 'support', cause, renderUrgentReport(report))
  })
}
