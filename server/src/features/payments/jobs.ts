import type { Deps } from '../../deps.ts'
import { listOpenChargebackIds } from './chargeback-queries.ts'
import { syncChargeback } from './chargebacks.ts'
import { recoverPayments } from './recovery.ts'
import { processRefund } from './refunds/process.ts'
import { closeCheckout, syncPayment } from './sync.ts'
import { applyWebhook } from './webhooks.ts'

export function paymentsJobs(deps: Deps): void {
  const { jobs } = deps
  jobs.handle<{ paymentId: number }>('payments.sync', ({ paymentId }) => syncPayment(deps, paymentId))
  jobs.handle<{ paymentId: number }>('payments.close', ({ paymentId }) => closeCheckout(deps, paymentId))
  jobs.handle<{ provider: string; eventId: string }>('payments.apply-webhook', ({ provider, eventId }) =>
    applyWebhook(deps, provider, eventId),
  )
  jobs.handle<{ refundId: number }>('payments.refund', ({ refundId }) => processRefund(deps, refundId))
  jobs.every(1, 'payments.recover', () => recoverPayments(deps))
  jobs.every(60, 'payments.sync-chargebacks', async () => {
    for (const id of await listOpenChargebackIds(deps.database)) await syncChargeback(deps, id)
  })
}
