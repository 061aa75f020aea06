import type { Deps } from '../../../../deps.ts'
import { getRequestDetails } from '../../../bookings/index.ts'
import { findUser } from '../../../people/index.ts'
import { notifyStaff, notifyUsers } from '../../delivering/delivery.ts'
import {
  renderPaidAnotherWay,
  renderRefundDecided,
  renderRefundMade,
  renderRefundTakenBack,
  renderRefundWaiting,
} from './refund-templates.ts'

const SUBSCRIBER = 'notifications'

/**
 * Tells both sides of refunds by staff, and staff of those that wait.
 * @see docs/rules/money.md#refunds-by-staff
 */
export function subscribeToRefunds(deps: Deps): void {
  const { jobs } = deps
  jobs.subscribe('refund.made', SUBSCRIBER, async (refund) => {
    const request = await getRequestDetails(deps, refund.requestId)
    const cause = `staff-refund:${refund.staffRefundId}`
    await notifyUsers(deps, [
      { userId: request.caretakerId, cause, content: renderRefundMade(request, refund, 'caretaker') },
      { userId: request.caregiverId, cause, content: renderRefundMade(request, refund, 'caregiver') },
    ])
  })
  jobs.subscribe('refund.paid-another-way', SUBSCRIBER, async (refund) => {
    const request = await getRequestDetails(deps, refund.requestId)
    const cause = `refund:${refund.refundId}:paid-another-way`
    const content = renderPaidAnotherWay(request, refund)
    await notifyUsers(deps, [{ userId: request.caretakerId, cause, content }])
  })
  jobs.subscribe('refund.taken-back', SUBSCRIBER, async (refund) => {
    const request = await getRequestDetails(deps, refund.requestId)
    const cause = `refund:${refund.refundId}:taken-back`
    const content = renderRefundTakenBack(request, refund.amountCents)
    await notifyUsers(deps, [{ userId: request.caretakerId, cause, content }])
  })
  jobs.subscribe('refund.waiting', SUBSCRIBER, (refund) =>
    notifyStaff(deps, 'finance', `staff-refund:${refund.staffRefundId}:waiting`, renderRefundWaiting(refund)),
  )
  jobs.subscribe('refund.decided', SUBSCRIBER, async (refund) => {
    const decider = await findUser(deps.database, refund.decidedBy)
    const cause = `staff-refund:${refund.staffRefundId}:decided`
    const content = renderRefundDecided(refund, decider?.role === 'admin' ? decider.fullName : null)
    await notifyUsers(deps, [{ userId: refund.askedBy, cause, content }])
  })
}
