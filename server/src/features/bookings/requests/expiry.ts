import type { Deps } from '../../../deps.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { cancelCheckout, findRequestPayment } from '../../payments/index.ts'
import { listExpiredRequestIds } from '../queries.ts'
import { lockRequest } from '../store.ts'
import { autoReject } from './auto-rejection.ts'

/**
 * Rejects unpaid requests whose hours have begun and closes their card pages. A request with a captured
 * payment is left to `bookOrRefund`, which notifies the family of the refund.
 * @see docs/rules/bookings.md#expiry
 */
export async function expireRequests(deps: Deps): Promise<void> {
  for (const requestId of await listExpiredRequestIds(deps.database, deps.clock.now())) {
    await withTransaction(deps.database, async (transaction) => {
      await lockRequest(transaction, requestId)
      const payment = await findRequestPayment(transaction, requestId)
      if (payment?.status === 'captured') return
      await autoReject(transaction, deps, requestId, 'expired')
      await cancelCheckout(transaction, deps, requestId)
    })
  }
}
