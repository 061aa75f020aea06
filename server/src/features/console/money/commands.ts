import type { Deps } from '../../../deps.ts'
import { type Transaction, withTransaction } from '../../../platform/database/database.ts'
import { conflict, notFound } from '../../../platform/errors.ts'
import type { StaffActor } from '../../../platform/http/access.ts'
import {
  clearLostChargebacks,
  findRefund,
  isFinished,
  listUnfinishedRefunds,
  lockPayment,
  publishCaptured,
  requireNotTakenBack,
  scheduleRefund,
  scheduleSync,
} from '../../payments/index.ts'
import { canCancel, lockPayout, scheduleProcess, startPayoutReturn } from '../../payouts/index.ts'
import { audit, findUser } from '../../people/index.ts'

type MoneyDeps = Pick<Deps, 'clock' | 'database' | 'jobs'>

const NOTHING_TO_RETRY = 'This is finished, so there is nothing to try again'

/**
 * Tries the next step of a payment again: asking the provider, booking, or sending the refund.
 * @throws AppError 404 for an unknown payment; 409 if it is finished
 * @see docs/rules/console.md#money
 */
export function retryPayment(
  deps: MoneyDeps,
  staffActor: StaffActor,
  id: number,
): Promise<{ message: string }> {
  return runAudited(
    deps,
    staffActor,
    { action: 'payment.retried', subject: `payment:${id}` },
    async (transaction) => {
      const payment = await lockPayment(transaction, id)
      if (payment.status === 'open') await scheduleSync(transaction, deps, id)
      else if (payment.status === 'captured') await publishCaptured(transaction, deps, payment)
      else if (payment.status === 'refunding') await retryRefundsOf(transaction, deps, id)
      else throw conflict(NOTHING_TO_RETRY)
      return 'Payment is being tried again'
    },
  )
}

/** Schedules all refunds of a payment that are still to be sent. */
async function retryRefundsOf(transaction: Transaction, deps: MoneyDeps, paymentId: number): Promise<void> {
  for (const { id } of await listUnfinishedRefunds(transaction, paymentId)) {
    await scheduleRefund(transaction, deps, id)
  }
}

/**
 * Asks the provider for a refund again.
 * @throws AppError 404 for an unknown refund; 409 if the family has the money already, from us or from its
 *   bank, and while the bank decides about the payment
 * @see docs/rules/console.md#money
 */
export function retryRefund(
  deps: MoneyDeps,
  staffActor: StaffActor,
  id: number,
): Promise<{ message: string }> {
  return runAudited(
    deps,
    staffActor,
    { action: 'refund.retried', subject: `refund:${id}` },
    async (transaction) => {
      const refund = await findRefund(transaction, id)
      if (!refund) throw notFound()
      if (isFinished(refund)) throw conflict(NOTHING_TO_RETRY)
      await requireNotTakenBack(transaction, await lockPayment(transaction, refund.paymentId))
      await scheduleRefund(transaction, deps, id)
      return 'Refund is being tried again'
    },
  )
}

/**
 * Tries the next step of a payout again.
 * @throws AppError 404 for an unknown payout; 409 if it is finished
 * @see docs/rules/console.md#money
 */
export function retryPayout(
  deps: MoneyDeps,
  staffActor: StaffActor,
  id: number,
): Promise<{ message: string }> {
  return runAudited(
    deps,
    staffActor,
    { action: 'payout.retried', subject: `payout:${id}` },
    async (transaction) => {
      const { status } = await lockPayout(transaction, id)
      if (!['pending', 'processing', 'returning'].includes(status)) throw conflict(NOTHING_TO_RETRY)
      await scheduleProcess(transaction, deps, id)
      return 'Payout is being tried again'
    },
  )
}

/**
 * Cancels a payout that the provider has not been asked for: the money is available to the caregiver again.
 * @throws AppError 404 for an unknown payout; 409 once the provider was asked
 * @see docs/rules/console.md#money
 */
export function cancelPayout(
  deps: MoneyDeps,
  staffActor: StaffActor,
  id: number,
): Promise<{ message: string }> {
  return runAudited(
    deps,
    staffActor,
    { action: 'payout.canceled', subject: `payout:${id}` },
    async (transaction) => {
      const payout = await lockPayout(transaction, id)
      if (!canCancel(payout)) throw conflict('This payout is on its way, so it can’t be canceled')
      await startPayoutReturn(transaction, deps, payout, {
        outcome: 'canceled',
        reason: 'Canceled by Tendwell',
      })
      return 'Payout canceled'
    },
  )
}

/**
 * Lets a family pay again after a chargeback that was lost.
 * @param id the family's user id
 * @throws AppError 404 for an unknown id; 409 if no lost chargeback keeps them from paying
 * @see docs/rules/money.md#chargebacks
 */
export function allowPayments(
  deps: Pick<Deps, 'clock' | 'database'>,
  staffActor: StaffActor,
  id: number,
): Promise<{ message: string }> {
  return runAudited(
    deps,
    staffActor,
    { action: 'payments.allowed', subject: `user:${id}` },
    async (transaction) => {
      if (!(await findUser(transaction, id))) throw notFound()
      if ((await clearLostChargebacks(transaction, deps, id)) === 0) {
        throw conflict('No lost chargeback keeps this person from paying')
      }
      return 'They can pay again'
    },
  )
}

/**
 * Does some work and adds an audit entry, in one transaction.
 * @param work returns the message of the answer
 */
async function runAudited(
  { clock, database }: Pick<Deps, 'clock' | 'database'>,
  staffActor: StaffActor,
  entry: {
    action: 'payment.retried' | 'refund.retried' | 'payout.retried' | 'payout.canceled' | 'payments.allowed'
    subject: string
  },
  work: (transaction: Transaction) => Promise<string>,
): Promise<{ message: string }> {
  const message = await withTransaction(database, async (transaction) => {
    const answer = await work(transaction)
    await audit(transaction, {
      at: clock.now(),
      ...entry,
      actorId: staffActor.actor.id,
      address: staffActor.address,
    })
    return answer
  })
  return { message }
}
