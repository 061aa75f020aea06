import type { ReportDecisionBody } from '@tendwell/contract/console/reports'
import type { Deps } from '../../../deps.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { conflict, notFound, outdated } from '../../../platform/errors.ts'
import type { StaffActor } from '../../../platform/http/access.ts'
import { audit, lockUser } from '../../people/index.ts'
import { findReport, insertDecision, lockOpenReports } from '../store.ts'
import { deactivate } from '../suspensions/account-status.ts'
import { toSuspensionEnd } from '../suspensions/suspension.ts'
import { setContentHidden } from './hiding.ts'

/**
 * Decides on a report and on all other open reports of the same thing. Without measures the reports are
 * dismissed. A review that the product held back is shown if its report is dismissed, and stays hidden with
 * any measure.
 * @throws AppError 400 for a day on which no suspension can end, and for hiding a family's profile or a
 *   booking; 403 without a recent proof, if a suspension cancels visits; 404 for an unknown report; 409 if
 *   the report is decided already, the account to suspend is deactivated or erased, or the refund is no
 *   longer the previewed one
 * @see docs/rules/safety.md#decisions
 */
export async function decideReport(
  deps: Deps,
  { actor, address }: StaffActor,
  reportId: number,
  decision: ReportDecisionBody,
): Promise<void> {
  const { measures, message, suspended_until: day, refund, refund_usd: previewedUsd, note } = decision
  const now = deps.clock.now()
  const isSuspension = measures.includes('suspend')
  const suspendedUntil = isSuspension && day !== null ? toSuspensionEnd(day, now) : null
  const report = await findReport(deps.database, reportId)
  if (!report) throw notFound()
  await withTransaction(deps.database, async (transaction) => {
    const reported = await lockUser(transaction, report.reportedId)
    const openReports = await lockOpenReports(transaction, report)
    if (!openReports.some(({ id }) => id === reportId)) throw outdated('report')
    const isDeactivated = reported.deactivatedAt !== null && reported.suspendedUntil === null
    if (suspendedUntil && isDeactivated)
      throw conflict('This account is deactivated, so it can’t be suspended')
    const { role } = reported
    if (measures.includes('hide')) await setContentHidden(transaction, deps, report, { role, isHidden: true })
    const decisionId = await insertDecision(
      transaction,
      {
        measures,
        message,
        suspendedUntil: isSuspension ? day : null,
        note,
        decidedBy: actor.id,
        decidedAt: now,
      },
      openReports,
    )
    await deps.jobs.publish(transaction, 'report.decided', { decisionId })
    // Suspends last, because ledger accounts are locked after everything else.
    const canceledBookings = suspendedUntil
      ? await deactivate(transaction, deps, reported, {
          by: { actor, address },
          reason: message,
          refund,
          suspendedUntil,
          previewedUsd,
        })
      : {}
    await audit(transaction, {
      at: now,
      actorId: actor.id,
      action: 'report.decided',
      subject: `user:${reported.id}`,
      after: {
        reports: openReports.map(({ id }) => id),
        kind: report.kind,
        measures,
        ...(message !== '' && { message }),
        ...(suspendedUntil && { suspendedUntil: day, ...(role === 'caretaker' && { refund }) }),
        ...canceledBookings,
      },
      address,
    })
  })
}

/**
 * Shows again what staff hid because of a report.
 * @throws AppError 404 for an unknown report; 409 if it is shown already
 * @see docs/rules/safety.md#hiding
 */
export async function showContentAgain(
  deps: Deps,
  { actor, address }: StaffActor,
  reportId: number,
): Promise<void> {
  const report = await findReport(deps.database, reportId)
  if (!report) throw notFound()
  await withTransaction(deps.database, async (transaction) => {
    const { role } = await lockUser(transaction, report.reportedId)
    if (!(await setContentHidden(transaction, deps, report, { role, isHidden: false }))) {
      throw conflict('This is already shown')
    }
    await audit(transaction, {
      at: deps.clock.now(),
      actorId: actor.id,
      action: 'report.shown-again',
      subject: `user:${report.reportedId}`,
      after: { report: reportId, kind: report.kind },
      address,
    })
  })
}
