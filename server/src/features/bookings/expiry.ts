import type { Deps } from '../../deps.ts'
import { withTransaction } from '../../platform/database.ts'
import { cancelCheckout, findRequestPayment } from '../payments/index.ts'
import { closeRequest } from './commands.ts'
import { unpaidBegun } from './queries.ts'
import { lockRequest } from './store.ts'

/**
 * Closes the unpaid requests whose hours have begun: nobody can accept or pay them any more. Their card pages are
 * closed too. One that is being paid at this moment is left to the settling of its payment, which tells of the refund.
 */
export async function expireRequests(deps: Deps): Promise<void> {
  for (const requestId of await unpaidBegun(deps.database, deps.clock.now())) {
    await withTransaction(deps.database, async (transaction) => {
      await lockRequest(transaction, requestId)
      const payment = await findRequestPayment(transaction, requestId)
      if (payment?.status === 'captured') return
      await closeRequest(transaction, deps, requestId, 'expired')
      await cancelCheckout(transaction, deps, requestId)
    })
  }
}
