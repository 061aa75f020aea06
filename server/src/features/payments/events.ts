import type { Deps } from '../../deps.ts'
import type { Transaction } from '../../platform/database.ts'
import type { Payment } from './tables.ts'

/** What the steps of a payment need: none of them speaks to the provider. */
export type StepDeps = Pick<Deps, 'clock' | 'jobs'>

/** Paid, and to be settled or given back. */
export type PaymentEvent = { type: 'payment.captured'; paymentId: number; requestId: number }

/** A refund that the provider refuses again and again, in cents. */
export type RefundStuck = { type: 'refund.stuck'; refundId: number; paymentId: number; amountCents: number }

/** An event of the provider that may be about something of a later slice: an account, a payout. */
export type ProviderTold = {
  type: 'provider.told'
  /** The provider's own name for it, such as `payout.paid`. */
  about: string
  accountId: string | null
  objectId: string | null
}

/** Tells of a payment that is paid, in the transaction of what happened to it. */
export function publishCaptured(
  transaction: Transaction,
  { jobs }: Pick<Deps, 'jobs'>,
  payment: Payment,
): Promise<void> {
  return jobs.publish<PaymentEvent>(transaction, {
    type: 'payment.captured',
    paymentId: payment.id,
    requestId: payment.requestId,
  })
}

/** Asks for a payment's next step at the provider, after this transaction. */
export function scheduleAdvance(
  transaction: Transaction,
  { jobs }: Pick<Deps, 'jobs'>,
  paymentId: number,
): Promise<void> {
  return jobs.add(transaction, 'payments.advance', { paymentId }, { key: `payments.advance:${paymentId}` })
}

/** Asks for a payment's session to be ended at the provider, after this transaction. */
export function scheduleClose(
  transaction: Transaction,
  { jobs }: Pick<Deps, 'jobs'>,
  paymentId: number,
): Promise<void> {
  return jobs.add(transaction, 'payments.close', { paymentId }, { key: `payments.close:${paymentId}` })
}

/** Asks for a refund's next step at the provider, after this transaction. @param runAt at once where absent */
export function scheduleRefund(
  transaction: Transaction,
  { jobs }: Pick<Deps, 'jobs'>,
  refundId: number,
  runAt?: Date,
): Promise<void> {
  const options = { key: `payments.refund:${refundId}`, ...(runAt && { runAt }) }
  return jobs.add(transaction, 'payments.refund', { refundId }, options)
}
