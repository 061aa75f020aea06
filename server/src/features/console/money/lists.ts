/** The lists of payments, refunds and payouts. @see docs/rules/console.md#money */
import type { AdminPayment } from '@tendwell/contract/console/money'
import { composeList } from '../../../platform/database/sorted-list.ts'
import { sumCentsAhead } from '../../bookings/index.ts'
import { paymentList as storedPaymentList, refundList as storedRefundList } from '../../payments/index.ts'
import { toStaffReason } from './refund-reason.ts'

export { payoutList } from '../../payouts/index.ts'

/** All payments, with whether staff can refund some of each. */
export const paymentList = composeList(storedPaymentList, async ({ clock, database }, rows) => {
  const requestIds = rows.map(({ request_id }) => request_id)
  const centsAhead = await sumCentsAhead(database, requestIds, clock.now())
  return rows.map(
    ({ leftCents, ...payment }): AdminPayment => ({
      ...payment,
      can_refund: leftCents - (centsAhead.get(payment.request_id) ?? 0) > 0,
    }),
  )
})

/** All refunds, with their reasons in the words of staff. */
export const refundList = composeList(storedRefundList, async (_, rows) =>
  rows.map((refund) => ({ ...refund, reason: toStaffReason(refund.reason) })),
)
