import type { Deps } from '../../../../deps.ts'
import { notifyStaff } from '../../delivering/delivery.ts'
import {
  renderBankReviewOpened,
  renderPayoutStuck,
  renderReconciliationDifferences,
  renderRefundStuck,
} from './money-alert-templates.ts'

const SUBSCRIBER = 'notifications'

/** Alerts admins to problems that neither retries nor sweeps resolve. */
export function subscribeToMoney(deps: Deps): void {
  const { jobs } = deps
  jobs.subscribe('refund.stuck', SUBSCRIBER, (refund) =>
    notifyStaff(deps, 'finance', `refund:${refund.refundId}:stuck`, renderRefundStuck(refund)),
  )
  jobs.subscribe('payout.stuck', SUBSCRIBER, ({ payoutId }) =>
    notifyStaff(deps, 'finance', `payout:${payoutId}:stuck`, renderPayoutStuck(payoutId)),
  )
  jobs.subscribe('bank-review.opened', SUBSCRIBER, ({ userId, at }) =>
    notifyStaff(deps, 'finance', `bank-review:${userId}:${at}:opened`, renderBankReviewOpened(userId)),
  )
  jobs.subscribe('reconciliation.differences-found', SUBSCRIBER, (found) =>
    notifyStaff(deps, 'finance', `reconciliation:${found.reportId}`, renderReconciliationDifferences(found)),
  )
}
