import type { Deps } from '../../../deps.ts'
import { defineNotice } from '../../notices/index.ts'
import { findUser } from '../../people/index.ts'
import { getRequestDetails, isAhead, listBookedWindows } from '../queries.ts'
import type { RequestDetails } from '../responses.ts'
import {
  renderPaidAnotherWay,
  renderRefundDecided,
  renderRefundMade,
  renderRefundTakenBack,
  renderRefundWaiting,
} from './notice-texts.ts'

/**
 * Both sides hear of refunds by staff. Finance hears of those that wait, and the staff who asked hear of the
 * decision.
 * @see docs/rules/money.md#refunds-by-staff
 */
export const refundNotices = [
  defineNotice('refund.made', async (deps, refund) => {
    const request = await getRefundableDetails(deps, refund.requestId)
    const cause = `staff-refund:${refund.staffRefundId}`
    return [
      { userId: request.familyId, cause, content: renderRefundMade(request, refund, 'caretaker') },
      { userId: request.caregiverId, cause, content: renderRefundMade(request, refund, 'caregiver') },
    ]
  }),
  defineNotice('refund.paid-another-way', async (deps, refund) => {
    const request = await getRefundableDetails(deps, refund.requestId)
    const cause = `refund:${refund.refundId}:paid-another-way`
    return [{ userId: request.familyId, cause, content: renderPaidAnotherWay(request, refund) }]
  }),
  defineNotice('refund.taken-back', async (deps, refund) => {
    const request = await getRefundableDetails(deps, refund.requestId)
    const cause = `refund:${refund.refundId}:taken-back`
    const content = renderRefundTakenBack(request, refund.amountCents)
    return [{ userId: request.familyId, cause, content }]
  }),
  defineNotice('refund.waiting', (_deps, refund) => [
    {
      staff: 'finance',
      cause: `staff-refund:${refund.staffRefundId}:waiting`,
      content: renderRefundWaiting(refund),
    },
  ]),
  defineNotice('refund.decided', async (deps, refund) => {
    const decider = await findUser(deps.database, refund.decidedBy)
    const cause = `staff-refund:${refund.staffRefundId}:decided`
    const content = renderRefundDecided(refund, decider?.role === 'admin' ? decider.id : null)
    return [{ userId: refund.askedBy, cause, content }]
  }),
]

/**
 * A request limited to the visits that a refund can be of: those that have begun or were canceled. The whole
 * request if there are none, such as one whose payment booked nothing.
 */
async function getRefundableDetails(
  deps: Pick<Deps, 'clock' | 'database'>,
  requestId: number,
): Promise<RequestDetails> {
  const now = deps.clock.now()
  const visits = (await listBookedWindows(deps.database, requestId)).filter((visit) => !isAhead(visit, now))
  const bookingIds = visits.map(({ booking }) => booking.id)
  return getRequestDetails(deps, requestId, bookingIds.length > 0 ? bookingIds : undefined)
}
