import type { Deps } from '../../deps.ts'
import { notifyAdmins } from './delivery.ts'
import {
  renderPayoutStuck,
  renderReconciliationDifferences,
  renderRefundStuck,
} from './money-alert-templates.ts'

const SUBSCRIBER = 'notifications'

/** Alerts admins to problems that neither retries nor sweeps resolve. */
export function subscribeToMoney(deps: Deps): void {
  const { jobs } = deps
  jobs.subscribe('refund.stuck', SUBSCRIBER, (refund) =>
    notifyAdmins(deps, `refund:${refund.refundId}:stuck`, renderRefundStuck(refund)),
  )
  jobs.subscribe('payout.stuck', SUBSCRIBER, ({ payoutId }) =>
    notifyAdmins(deps, `payout:${payoutId}:stuck`, renderPayoutStuck(payoutId)),
  )
  jobs.subscribe('reconciliation.differences-found', SUBSCRIBER, ({ reportId, differenceCount }) =>
    notifyAdmins(
      deps,
      `reconciliation:${reportId}`,
      renderReconciliationDifferences(reportId, differenceCount),
    ),
  )
}
