import { DAY_MS } from '@tendwell/contract/time'
import type { Deps } from '../../deps.ts'
import { recoverPayments } from './checkout/recovery.ts'
import { closeCheckout, syncPayment } from './checkout/sync.ts'
import { listChargebackIdsToSync } from './holding/chargeback-queries.ts'
import { syncChargeback } from './holding/chargebacks.ts'
import { findPayment } from './queries.ts'
import { processRefund } from './refunds/process.ts'
import { applyWebhook } from './webhooks/webhooks.ts'

/**
 * For how long after a webhook named a chargeback we ask the provider about it, if it isn't recorded because
 * its payment isn't ours or isn't captured yet.
 */
const UNRECORDED_SYNC_MS = 3 * DAY_MS

export function paymentsJobs(deps: Deps): void {
  const { jobs } = deps
  jobs.handle<{ paymentId: number }>('payments.sync', async ({ paymentId }) => {
    const payment = await findPayment(deps.database, paymentId)
    if (payment) await syncPayment(deps, payment)
  })
  jobs.handle<{ paymentId: number }>('payments.close', ({ paymentId }) => closeCheckout(deps, paymentId))
  jobs.handle<{ provider: string; eventId: string }>('payments.apply-webhook', ({ provider, eventId }) =>
    applyWebhook(deps, provider, eventId),
  )
  jobs.handle<{ refundId: number }>('payments.refund', ({ refundId }) => processRefund(deps, refundId))
  jobs.everyMinutes(1, 'payments.recover', () => recoverPayments(deps))
  jobs.everyMinutes(60, 'payments.sync-chargebacks', async () => {
    const since = new Date(deps.clock.now().getTime() - UNRECORDED_SYNC_MS)
    for (const id of await listChargebackIdsToSync(deps.database, since)) await syncChargeback(deps, id)
  })
}
