/** The payer's bank takes a payment back, or asks about it. @see docs/rules/money.md#chargebacks */

import { and, eq } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import { type Transaction, withTransaction } from '../../platform/database.ts'
import { type ChargebackState, ProviderRefusal } from '../../ports/payments/port.ts'
import { postToLedger } from '../ledger/index.ts'
import type { StepDeps } from './events.ts'
import { calculateReleasedCents, extendHold } from './holds.ts'
import { hasChargeback } from './queries.ts'
import { lockPayment, updateAmounts } from './store.ts'
import { type Chargeback, chargebacks, type Payment, payments } from './tables.ts'

/**
 * Asks the provider about a chargeback and records the answer: the first one holds what the payee still has of the payment,
 * the last one ends it. Safe to call at any time, any number of times, in parallel. One of a charge that isn't ours does
 * nothing.
 */
export async function syncChargeback(deps: Deps, providerChargebackId: string): Promise<void> {
  let state: ChargebackState
  try {
    state = await deps.payments.chargebackState(providerChargebackId)
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error
    deps.log.warn({ providerChargebackId, code: error.code }, 'the provider knows no such chargeback')
    return
  }
  await withTransaction(deps.database, async (transaction) => {
    const payment = await lockPaymentOfCharge(transaction, deps.payments.name, state.chargeId)
    if (payment) await record(transaction, deps, payment, state)
    else deps.log.warn({ providerChargebackId }, 'a chargeback is of a charge that is not ours')
  })
}

async function lockPaymentOfCharge(
  transaction: Transaction,
  provider: Payment['provider'],
  chargeId: string,
): Promise<Payment | null> {
  const [payment] = await transaction
    .select()
    .from(payments)
    .where(and(eq(payments.provider, provider), eq(payments.chargeId, chargeId)))
    .for('update')
  return payment ?? null
}

/** The payment's row lock makes this the only one that records its chargebacks. */
async function record(
  transaction: Transaction,
  deps: StepDeps,
  payment: Payment,
  { id: providerChargebackId, amountCents, status, reason, evidenceDueAt }: ChargebackState,
): Promise<void> {
  const now = deps.clock.now()
  const values = {
    paymentId: payment.id,
    providerChargebackId,
    amountCents,
    reason,
    evidenceDueAt,
    openedAt: now,
  }
  const [opened] = await transaction.insert(chargebacks).values(values).onConflictDoNothing().returning()
  const [known] = await transaction
    .select()
    .from(chargebacks)
    .where(eq(chargebacks.providerChargebackId, providerChargebackId))
  const chargeback = opened ?? known
  if (chargeback?.status !== 'open') return
  const change = { amountCents, reason, evidenceDueAt }
  await transaction.update(chargebacks).set(change).where(eq(chargebacks.id, chargeback.id))
  if (opened && payment.status === 'succeeded') await extendHold(transaction, deps, payment)
  if (status !== 'open') return close(transaction, deps, { ...chargeback, ...change }, status)
  if (opened) await deps.jobs.publish(transaction, 'chargeback.opened', toEvent(opened, payment))
}

function toEvent({ id }: Chargeback, payment: Payment) {
  const { id: paymentId, requestId, payeeId } = payment
  return { chargebackId: id, paymentId, requestId, payeeId }
}

/** Ends a chargeback. If it is lost, what is on hold pays for it, as far as it reaches: hold → clearing. */
async function close(
  transaction: Transaction,
  deps: StepDeps,
  chargeback: Chargeback,
  status: 'won' | 'lost',
): Promise<void> {
  const { id, paymentId, amountCents } = chargeback
  await transaction
    .update(chargebacks)
    .set({ status, closedAt: deps.clock.now() })
    .where(eq(chargebacks.id, id))
  const payment = await lockPayment(transaction, paymentId)
  await deps.jobs.publish(transaction, 'chargeback.closed', { ...toEvent(chargeback, payment), status })
  const lostCents = status === 'lost' ? Math.min(payment.heldCents, amountCents) : 0
  if (lostCents === 0) return
  const heldCents = payment.heldCents - lostCents
  await updateAmounts(transaction, paymentId, {
    heldCents,
    heldFromAvailableCents: Math.min(payment.heldFromAvailableCents, heldCents),
    lostCents: payment.lostCents + lostCents,
  })
  await postToLedger(transaction, deps.clock, {
    key: `payment:${paymentId}:chargeback:${id}`,
    category: 'refund_out',
    movements: [
      { kind: 'dispute_hold', ownerId: payment.payeeId, amountCents: -lostCents },
      { kind: 'clearing', ownerId: null, amountCents: lostCents },
    ],
  })
}

/**
 * Locks a payment with an open chargeback.
 * @returns the payment, and how much of it is neither on hold nor in escrow, in cents; null without such a chargeback
 */
export async function lockChargedBack(
  transaction: Transaction,
  paymentId: number,
): Promise<{ payment: Payment; missingCents: number } | null> {
  const payment = await lockPayment(transaction, paymentId)
  if (payment.status !== 'succeeded' || !(await hasChargeback(transaction, paymentId, ['open']))) return null
  return { payment, missingCents: calculateReleasedCents(payment) }
}
