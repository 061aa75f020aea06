import type { Deps } from '../../deps.ts'
import { advancePayment, closeCheckout } from './advance.ts'
import { advanceRefund } from './give-back.ts'
import { sweepPayments } from './sweep.ts'
import { applyWebhook } from './webhooks.ts'

export function paymentsJobs(deps: Deps): void {
  const { jobs } = deps
  jobs.handle<{ paymentId: number }>('payments.advance', ({ paymentId }) => advancePayment(deps, paymentId))
  jobs.handle<{ paymentId: number }>('payments.close', ({ paymentId }) => closeCheckout(deps, paymentId))
  jobs.handle<{ provider: string; eventId: string }>('payments.apply-event', ({ provider, eventId }) =>
    applyWebhook(deps, provider, eventId),
  )
  jobs.handle<{ refundId: number }>('payments.refund', ({ refundId }) => advanceRefund(deps, refundId))
  jobs.every(1, 'payments.sweep', () => sweepPayments(deps))
}
