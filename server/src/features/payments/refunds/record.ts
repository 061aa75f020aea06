/** Records what the provider did with a refund. Each function locks the payment, then the refund. */
import type { Reader, Transaction } from '../../../platform/database/database.ts'
import { conflict, notFound } from '../../../platform/errors.ts'
import type { Attempt, RefundState } from '../../../ports/payments/port.ts'
import { postToLedger } from '../../ledger/index.ts'
import { findBankDecision, findRefund, listUnfinishedRefunds, sumSucceededRefunds } from '../queries.ts'
import { lockPayment, transitionPayment } from '../store.ts'
import type { Payment, Refund } from '../tables.ts'
import { type StepDeps, scheduleRefund } from '../webhooks/events.ts'
import { calculateDoubleCents, decideAfterRefusal, isFinished } from './refund.ts'
import { lockRefund, transitionRefund, updateRefund } from './store.ts'

/** Locks a refund's payment, then the refund, and returns both as they are now. */
async function lockPaymentAndRefund(transaction: Transaction, { id, paymentId }: Refund) {
  const payment = await lockPayment(transaction, paymentId)
  return { payment, refund: await lockRefund(transaction, id) }
}

export const TAKEN_BACK_TEXT = 'The family’s bank takes this payment back, so it can’t be refunded'

/**
 * Whether the payer's bank is deciding about a payment, or its decision is not carried out yet, and how much
 * of its refunds would pay the family twice, in cents.
 */
export async function findDoubleRefund(
  reader: Reader,
  payment: Payment,
): Promise<{ isBankDeciding: boolean; doubleCents: number }> {
  const { isBankDeciding, takenBackCents } = await findBankDecision(reader, payment.id)
  return { isBankDeciding, doubleCents: calculateDoubleCents(payment, takenBackCents) }
}

/**
 * @throws AppError 409 while the payer's bank is deciding about the payment, or if what the bank
 *   took back and our refunds are together more than the payment
 */
export async function requireNotTakenBack(reader: Reader, payment: Payment): Promise<void> {
  const { isBankDeciding, doubleCents } = await findDoubleRefund(reader, payment)
  if (isBankDeciding || doubleCents > 0) throw conflict(TAKEN_BACK_TEXT)
}

/**
 * Whether the locked refund is still at the attempt that was read before the lock. Another node may have
 * recorded a refusal meanwhile, or a smaller amount, because the bank paid a part of it.
 */
function isSameAttempt(refund: Refund, readBefore: Refund): boolean {
  return refund.refusals === readBefore.refusals && refund.amountCents === readBefore.amountCents
}

/** What is added to a key so that each attempt has its own: the refusals so far; nothing for the first. */
function getAttemptSuffix({ refusals }: Refund, separator: string): string {
  return refusals === 0 ? '' : `${separator}${refusals}`
}

/**
 * Records that a refund is about to be requested from the provider.
 * @param readBefore the refund as it was read before it was locked
 * @returns the attempt to make. If the payer's bank has paid the money already, it only looks up whether an
 *   earlier attempt was carried out. Null if there is nothing to request, while the bank decides, and if the
 *   bank has paid and no attempt was made (`refund.double` then ends the refund)
 */
export async function recordAttempt(
  transaction: Transaction,
  deps: StepDeps,
  readBefore: Refund,
): Promise<Attempt | null> {
  const { payment, refund } = await lockPaymentAndRefund(transaction, readBefore)
  const { isBankDeciding, doubleCents } = await findDoubleRefund(transaction, payment)
  if (isBankDeciding || isFinished(refund) || refund.providerRefundId || !isSameAttempt(refund, readBefore))
    return null
  const now = deps.clock.now()
  const isDouble = doubleCents > 0
  if (isDouble && !refund.askedAt) {
    const { requestId, payeeId } = payment
    await deps.jobs.publish(transaction, 'refund.double', { paymentId: payment.id, requestId, payeeId })
    return null
  }
  if (!refund.askedAt) await updateRefund(transaction, refund.id, { askedAt: now, updatedAt: now })
  const key = `${refund.key}${getAttemptSuffix(refund, '-')}`
  return { key, mayBeRepeat: refund.askedAt !== null, isOnlyLookedUp: isDouble }
}

/**
 * Records the provider's state of a refund. A success posts unallocated → clearing. A refund that fails days
 * after it succeeded is reversed and requested again.
 */
export async function applyRefundState(
  transaction: Transaction,
  deps: StepDeps,
  readBefore: Refund,
  state: RefundState,
): Promise<void> {
  const { payment, refund } = await lockPaymentAndRefund(transaction, readBefore)
  if (!isSameAttempt(refund, readBefore) || (refund.providerRefundId ?? state.id) !== state.id) return
  if (state.status === 'failed') {
    if (refund.status === 'succeeded') await reverseRefund(transaction, deps, payment, refund)
    return failAttempt(transaction, deps, refund, state.failureReason ?? 'The provider gave no reason')
  }
  if (refund.status === 'succeeded') return
  if (state.status === 'succeeded') return completeRefund(transaction, deps, payment, refund, state.id)
  await updateRefund(transaction, refund.id, { providerRefundId: state.id, updatedAt: deps.clock.now() })
}

const NOT_REFUSED_TEXT =
  'We don’t know yet whether the card takes this refund, so the family could be paid twice. ' +
  'Press Retry to ask the provider again, and record it once the card has refused it'

/**
 * Records that staff paid a refund another way, after the card refused it at least once; it is not tried
 * again. Not possible while the provider's answer to an attempt is unknown, or while the payer's bank takes
 * the payment back: the family could be paid twice. Attempts take the same locks before they begin.
 * @param reference of the transfer, such as a bank's reference
 * @throws AppError 404; 409 if the refund was sent, wasn't refused, or the payer's bank takes the payment
 *   back
 * @see docs/rules/money.md#refunds-by-staff
 */
export async function recordPaidAnotherWay(
  transaction: Transaction,
  deps: Pick<StepDeps, 'clock'>,
  refundId: number,
  reference: string,
): Promise<{ refund: Refund; payment: Payment }> {
  const readBefore = await findRefund(transaction, refundId)
  if (!readBefore) throw notFound()
  const { payment, refund } = await lockPaymentAndRefund(transaction, readBefore)
  if (refund.status === 'succeeded') throw conflict('This refund was sent already')
  if (isFinished(refund)) throw conflict(TAKEN_BACK_TEXT)
  if (refund.refusals === 0 || refund.askedAt || refund.providerRefundId) {
    throw conflict(NOT_REFUSED_TEXT)
  }
  await requireNotTakenBack(transaction, payment)
  await finishPaidAnotherWay(transaction, deps, payment, refund, reference)
  return { refund, payment }
}

/**
 * Marks a refund as succeeded that Tendwell paid from its own money, not through the provider. The money set
 * aside for it at the provider becomes Tendwell's: unallocated → platform_own. The caller has locked the
 * payment.
 */
export async function finishPaidAnotherWay(
  transaction: Transaction,
  deps: Pick<StepDeps, 'clock'>,
  payment: Payment,
  refund: Refund,
  reference: string,
): Promise<void> {
  await finishRefund(transaction, deps, payment, refund, { reference })
  await postToLedger(transaction, deps.clock, {
    key: `refund:${refund.id}:paid_another_way`,
    category: 'refund_out',
    movements: [
      { kind: 'unallocated', ownerId: null, amountCents: -refund.amountCents },
      { kind: 'platform_own', ownerId: null, amountCents: refund.amountCents },
    ],
  })
}

/**
 * Marks a refund as succeeded, and its payment as refunded if all of it was sent back. A payment of which
 * Tendwell bore a part stays `succeeded`, because the payee keeps that part.
 * @param sentAs the provider's id of the refund, or the reference of one that was paid another way
 */
async function finishRefund(
  transaction: Transaction,
  deps: Pick<StepDeps, 'clock'>,
  payment: Payment,
  refund: Refund,
  sentAs: { providerRefundId: string } | { reference: string },
): Promise<void> {
  const updatedAt = deps.clock.now()
  await transitionRefund(transaction, refund.id, 'succeed', { ...sentAs, failureReason: null, updatedAt })
  if (payment.status === 'refunding') return completeRefunding(transaction, deps, payment)
  const isRefundedInFull = (await sumSucceededRefunds(transaction, payment.id)) === payment.amountCents
  if (isRefundedInFull && payment.borneCents === 0) {
    await transitionPayment(transaction, payment.id, 'refundSettled', { updatedAt })
  }
}

/** Marks a `refunding` payment as refunded, once all its refunds are sent; does nothing for any other. */
export async function completeRefunding(
  transaction: Transaction,
  { clock }: Pick<StepDeps, 'clock'>,
  { id, status }: Payment,
): Promise<void> {
  if (status !== 'refunding' || (await listUnfinishedRefunds(transaction, id)).length > 0) return
  await transitionPayment(transaction, id, 'completeRefund', { updatedAt: clock.now() })
}

/** Records that the provider sent a refund: unallocated → clearing. */
async function completeRefund(
  transaction: Transaction,
  deps: StepDeps,
  payment: Payment,
  refund: Refund,
  providerRefundId: string,
): Promise<void> {
  await finishRefund(transaction, deps, payment, refund, { providerRefundId })
  await postToLedger(transaction, deps.clock, {
    key: `refund:${refund.id}:refund_out${getAttemptSuffix(refund, ':')}`,
    category: 'refund_out',
    movements: [
      { kind: 'unallocated', ownerId: null, amountCents: -refund.amountCents },
      { kind: 'clearing', ownerId: null, amountCents: refund.amountCents },
    ],
  })
}

/** Records that a refund bounced and its money is back at the provider: clearing → unallocated. */
async function reverseRefund(
  transaction: Transaction,
  deps: StepDeps,
  payment: Payment,
  refund: Refund,
): Promise<void> {
  if (payment.status === 'refunded') {
    await transitionPayment(transaction, payment.id, 'bounceRefund', { updatedAt: deps.clock.now() })
  }
  await postToLedger(transaction, deps.clock, {
    key: `refund:${refund.id}:bounced:${refund.refusals}`,
    category: 'refund_out',
    movements: [
      { kind: 'clearing', ownerId: null, amountCents: -refund.amountCents },
      { kind: 'unallocated', ownerId: null, amountCents: refund.amountCents },
    ],
  })
}

/** Ends an attempt that failed and schedules the next one. After five refusals, finance is notified. */
async function failAttempt(
  transaction: Transaction,
  deps: StepDeps,
  { id, paymentId, amountCents, refusals }: Refund,
  failureReason: string,
): Promise<void> {
  const now = deps.clock.now()
  const next = decideAfterRefusal(refusals + 1)
  await transitionRefund(transaction, id, next.action, {
    refusals: refusals + 1,
    askedAt: null,
    providerRefundId: null,
    failureReason,
    updatedAt: now,
  })
  // A refund that is given up is retried once a day, by `recoverPayments`.
  if (next.action === 'refuse') {
    await scheduleRefund(transaction, deps, id, new Date(now.getTime() + next.pauseMs))
  }
  if (!next.notifiesAdmins) return
  await deps.jobs.publish(transaction, 'refund.stuck', {
    refundId: id,
    paymentId,
    amountCents,
  })
}

/**
 * Records that the provider refused the attempt, unless another node has recorded an outcome of it.
 * @param readBefore the refund as it was when the attempt was made
 */
export async function recordRefusal(
  transaction: Transaction,
  deps: StepDeps,
  readBefore: Refund,
  reason: string,
): Promise<void> {
  const { refund } = await lockPaymentAndRefund(transaction, readBefore)
  if (isSameAttempt(refund, readBefore) && refund.providerRefundId === null) {
    await failAttempt(transaction, deps, refund, reason)
  }
}
