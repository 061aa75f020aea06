import type { Transaction } from '../../platform/database.ts'
import type { RefundState } from '../../ports/payments/port.ts'
import { post } from '../ledger/index.ts'
import { type RefundStuck, type StepDeps, scheduleRefund } from './events.ts'
import { sumSucceededRefunds } from './queries.ts'
import { decideAfterRefusal } from './refund.ts'
import { insertRefund, lockRefund, setRefund } from './refund-store.ts'
import { lockPayment, movePayment } from './store.ts'
import type { Payment, Refund } from './tables.ts'

/**
 * Has money sent back that lies in `unallocated`: the provider is asked by a job after the commit. The payment's row's
 * lock is held.
 * @returns null where a refund of this key was started before
 */
export async function createRefund(
  transaction: Transaction,
  deps: StepDeps,
  wanted: { paymentId: number; key: string; amountCents: number; reason: string },
): Promise<Refund | null> {
  const now = deps.clock.now()
  const refund = await insertRefund(transaction, { ...wanted, createdAt: now, updatedAt: now })
  if (refund) await scheduleRefund(transaction, deps, refund.id)
  return refund
}

/** A refund with its row's lock held, and its payment's before it: the order in which all lock them. */
async function lockWithPayment(transaction: Transaction, { id, paymentId }: Refund) {
  const payment = await lockPayment(transaction, paymentId)
  return { payment, refund: await lockRefund(transaction, id) }
}

/** Whether a refund is still at the try that was looked at: an earlier one has come to nothing. */
function isOfTry(refund: Refund, seen: Refund): boolean {
  return refund.refusals === seen.refusals
}

/** What tells the keys of a further try from those of the first. */
function suffixOf({ refusals }: Refund, separator: string): string {
  return refusals === 0 ? '' : `${separator}${refusals}`
}

/** Notes that the provider is about to be asked. @returns how; null when there is nothing left to ask */
export async function recordAttempt(
  transaction: Transaction,
  deps: StepDeps,
  seen: Refund,
): Promise<{ key: string; mayBeRepeat: boolean } | null> {
  const { refund } = await lockWithPayment(transaction, seen)
  if (refund.status === 'succeeded' || refund.providerRefundId || !isOfTry(refund, seen)) return null
  const now = deps.clock.now()
  if (!refund.askedAt) await setRefund(transaction, refund.id, { askedAt: now, updatedAt: now })
  return { key: `${refund.key}${suffixOf(refund, '-')}`, mayBeRepeat: refund.askedAt !== null }
}

/**
 * Books how far the provider is with a refund; once it is done, unallocated → clearing. One that was done may fail days
 * later: it is then taken back, and asked for again.
 */
export async function applyRefundState(
  transaction: Transaction,
  deps: StepDeps,
  seen: Refund,
  state: RefundState,
): Promise<void> {
  const { payment, refund } = await lockWithPayment(transaction, seen)
  if (!isOfTry(refund, seen) || (refund.providerRefundId ?? state.id) !== state.id) return
  const updatedAt = deps.clock.now()
  if (state.status === 'failed') {
    if (refund.status === 'succeeded') await reverseRefund(transaction, deps, payment, refund)
    return failAttempt(transaction, deps, refund, state.failureReason ?? 'The provider gave no reason')
  }
  if (refund.status === 'succeeded') return
  if (state.status === 'pending') {
    return setRefund(transaction, refund.id, { providerRefundId: state.id, updatedAt })
  }
  await setRefund(transaction, refund.id, {
    status: 'succeeded',
    providerRefundId: state.id,
    failureReason: null,
    updatedAt,
  })
  const isWhole = (await sumSucceededRefunds(transaction, payment.id)) === payment.amountCents
  if (isWhole) {
    const action = payment.status === 'refunding' ? 'completeRefund' : 'refundSettled'
    await movePayment(transaction, payment.id, action, { updatedAt })
  }
  await post(transaction, deps.clock, {
    key: `refund:${refund.id}:refund_out${suffixOf(refund, ':')}`,
    category: 'refund_out',
    movements: [
      { kind: 'unallocated', ownerId: null, amountCents: -refund.amountCents },
      { kind: 'clearing', ownerId: null, amountCents: refund.amountCents },
    ],
  })
}

/** Books that a refund's money has come back from the bank: clearing → unallocated. */
async function reverseRefund(
  transaction: Transaction,
  deps: StepDeps,
  payment: Payment,
  refund: Refund,
): Promise<void> {
  if (payment.status === 'refunded') {
    await movePayment(transaction, payment.id, 'bounceRefund', { updatedAt: deps.clock.now() })
  }
  await post(transaction, deps.clock, {
    key: `refund:${refund.id}:bounced:${refund.refusals}`,
    category: 'refund_out',
    movements: [
      { kind: 'clearing', ownerId: null, amountCents: -refund.amountCents },
      { kind: 'unallocated', ownerId: null, amountCents: refund.amountCents },
    ],
  })
}

/** A try that came to nothing: another one follows later, and admins are told when there have been many. */
async function failAttempt(
  transaction: Transaction,
  deps: StepDeps,
  { id, paymentId, amountCents, refusals }: Refund,
  failureReason: string,
): Promise<void> {
  const now = deps.clock.now()
  const after = decideAfterRefusal(refusals + 1)
  await setRefund(transaction, id, {
    status: after.status,
    refusals: refusals + 1,
    askedAt: null,
    providerRefundId: null,
    failureReason,
    updatedAt: now,
  })
  if (after.status === 'pending') {
    await scheduleRefund(transaction, deps, id, new Date(now.getTime() + after.pauseMs))
  }
  if (!after.isReported) return
  await deps.jobs.publish<RefundStuck>(transaction, {
    type: 'refund.stuck',
    refundId: id,
    paymentId,
    amountCents,
  })
}

/** The same for a refusal that the provider has spoken at once. */
export async function recordRefusal(
  transaction: Transaction,
  deps: StepDeps,
  seen: Refund,
  reason: string,
): Promise<void> {
  const { refund } = await lockWithPayment(transaction, seen)
  if (isOfTry(refund, seen) && refund.providerRefundId === null)
    await failAttempt(transaction, deps, refund, reason)
}
