import type { Deps } from '../../../deps.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import type { Payment } from '../tables.ts'

/** What commands on payments need. None of them calls the provider; jobs do. */
export type StepDeps = Pick<Deps, 'clock' | 'jobs'>

/** Publishes that a payment was captured, so that its request is booked. */
export function publishCaptured(
  transaction: Transaction,
  { jobs }: Pick<Deps, 'jobs'>,
  payment: Payment,
): Promise<void> {
  return jobs.publish(transaction, 'payment.captured', {
    paymentId: payment.id,
    requestId: payment.requestId,
  })
}

/** Adds a job that syncs a payment with the provider. */
export function scheduleSync(
  transaction: Transaction,
  { jobs }: Pick<Deps, 'jobs'>,
  paymentId: number,
): Promise<void> {
  return jobs.add(transaction, 'payments.sync', { paymentId }, { key: `payments.sync:${paymentId}` })
}

/** Adds a job that closes a payment's checkout at the provider. */
export function scheduleClose(
  transaction: Transaction,
  { jobs }: Pick<Deps, 'jobs'>,
  paymentId: number,
): Promise<void> {
  return jobs.add(transaction, 'payments.close', { paymentId }, { key: `payments.close:${paymentId}` })
}

/** Adds a job that processes a refund at the provider. @param runAt now by default */
export function scheduleRefund(
  transaction: Transaction,
  { jobs }: Pick<Deps, 'jobs'>,
  refundId: number,
  runAt?: Date,
): Promise<void> {
  const options = { key: `payments.refund:${refundId}`, ...(runAt && { runAt }) }
  return jobs.add(transaction, 'payments.refund', { refundId }, options)
}
