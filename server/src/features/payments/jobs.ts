import type { Deps } from '../../deps.ts'
import { closeCheckout, syncPayment } from './advance.ts'
import { processRefund } from './give-back.ts'
import { recoverPayments } from './sweep.ts'
import { applyWebhook } from './webhooks.ts'

export function paymentsJobs(deps: Deps): void {
  const { jobs } = deps
  jobs.handle<{ paymentId: number }>('payments.advance', ({ paymentId }) => syncPayment(deps, paymentId))
  jobs.handle<{ paymentId: number }>('payments.close', ({ paymentId }) => closeCheckout(deps, paymentId))
  jobs.handle<{ provider: string; eventId: string }>('payments.apply-event', ({ provider, eventId }) =>
    applyWebhook(deps, provider, eventId),
  )
  jobs.handle<{ refundId: number }>('payments.refund', ({ refundId }) => processRefund(deps, refundId))
  jobs.every(1, 'payments.sweep', () => recoverPayments(deps))
}
