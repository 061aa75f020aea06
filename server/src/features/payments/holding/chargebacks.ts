/**
 * Chargebacks: the payer's bank takes a payment back, or asks about it.
 * @see docs/rules/money.md#chargebacks
 */

import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import { type Reader, type Transaction, withTransaction } from '../../../platform/database/database.ts'
import { type ChargebackState, ProviderRefusal } from '../../../ports/payments/port.ts'
import { postToLedger } from '../../ledger/index.ts'
import { endCardCheck } from '../../profiles/index.ts'
import { listOpenPaymentIds, listUnfinishedRefunds } from '../queries.ts'
import { lockPayment, updateAmounts } from '../store.ts'
import { type Chargeback, chargebacks, type Payment, payments } from '../tables.ts'
import { type StepDeps, scheduleClose, scheduleRefund } from '../webhooks/events.ts'
import { holdForChargeback } from './chargeback-holds.ts'

/**
 * Asks the provider about a chargeback and records its state. An opened chargeback holds what the payee still
 * has of the payment; the bank's decision ends the chargeback. Does nothing for a charge that isn't ours.
 * Safe to call at any time, any number of times, in parallel.
 */
export async function syncChargeback(deps: Deps, providerChargebackId: string): Promise<void> {
  const recordedBefore = await findChargebackByProviderId(deps.database, providerChargebackId)
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
    if (payment) await recordState(transaction, deps, payment, state, recordedBefore?.status === 'won')
    else deps.log.warn({ providerChargebackId }, 'a chargeback is of a charge that is not ours')
  })
}

/** Locks the payment that has this charge at the provider; null if the charge isn't ours. */
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

async function findChargebackByProviderId(
  reader: Reader,
  providerChargebackId: string,
): Promise<Chargeback | null> {
  const isWanted = eq(chargebacks.providerChargebackId, providerChargebackId)
  const [chargeback] = await reader.select().from(chargebacks).where(isWanted)
  return chargeback ?? null
}

/**
 * Records the provider's state of a chargeback. The caller holds the payment's row lock, so no other
 * transaction records its chargebacks.
 * @param wasWon whether the chargeback was recorded as won before the provider was asked. If it is no longer
 *   won, the bank has opened it again
 */
async function recordState(
  transaction: Transaction,
  deps: StepDeps,
  payment: Payment,
  { id: providerChargebackId, amountCents, status, reason, evidenceDueAt }: ChargebackState,
  wasWon: boolean,
): Promise<void> {
  const recorded = await findChargebackByProviderId(transaction, providerChargebackId)
  const isReopened = recorded?.status === 'won' && wasWon && status !== 'won'
  if (recorded && recorded.status !== 'open' && !isReopened) return
  const isOpening = !recorded || isReopened
  const openedAt = isOpening ? deps.clock.now() : recorded.openedAt
  // Recorded as open even if the bank has decided: below, `closeChargeback` records the decision.
  const openValues = {
    amountCents,
    reason,
    evidenceDueAt,
    status: 'open',
    openedAt,
    closedAt: null,
    carriedOutAt: null,
  } as const
  const [chargeback] = (await transaction
    .insert(chargebacks)
    .values({ paymentId: payment.id, providerChargebackId, ...openValues })
    .onConflictDoUpdate({ target: chargebacks.providerChargebackId, set: openValues })
    .returning()) as [Chargeback]
  await endCardCheck(transaction, payment.payerId)
  await holdForChargeback(transaction, deps, payment, isOpening ? Number.POSITIVE_INFINITY : 0)
  // A captured payment has no settled money to take yet, so its chargeback stays open and is synced again.
  if (status !== 'open' && payment.status !== 'captured')
    return closeChargeback(transaction, deps, chargeback, status)
  if (isOpening)
    await deps.jobs.publish(transaction, 'chargeback.opened', toChargebackEvent(chargeback, payment))
  // Done for a chargeback that was recorded before too: the payer may have opened a checkout at that moment.
  for (const id of await listOpenPaymentIds(transaction, payment.payerId)) {
    await scheduleClose(transaction, deps, id)
  }
}

function toChargebackEvent({ id }: Chargeback, payment: Payment) {
  const { id: paymentId, requestId, payeeId } = payment
  return { chargebackId: id, paymentId, requestId, payeeId }
}

/**
 * Marks the bank's decisions about a payment as carried out, so that its money may move again, and schedules
 * the refunds that waited for them. Call this in the transaction that does what follows from the decision.
 * Locks the payment.
 */
export async function markDecisionCarriedOut(
  transaction: Transaction,
  deps: StepDeps,
  paymentId: number,
): Promise<void> {
  await lockPayment(transaction, paymentId)
  await transaction
    .update(chargebacks)
    .set({ carriedOutAt: deps.clock.now() })
    .where(
      and(
        eq(chargebacks.paymentId, paymentId),
        isNotNull(chargebacks.closedAt),
        isNull(chargebacks.carriedOutAt),
      ),
    )
  for (const { id } of await listUnfinishedRefunds(transaction, paymentId)) {
    await scheduleRefund(transaction, deps, id)
  }
}

/** Clears a payer's lost chargebacks, so that they can pay again. @returns how many were cleared */
export async function clearLostChargebacks(
  transaction: Transaction,
  { clock }: Pick<Deps, 'clock'>,
  payerId: number,
): Promise<number> {
  const paymentIds = transaction
    .select({ id: payments.id })
    .from(payments)
    .where(eq(payments.payerId, payerId))
  const stopsPayer = and(eq(chargebacks.status, 'lost'), isNull(chargebacks.clearedAt))
  const { rowCount } = await transaction
    .update(chargebacks)
    .set({ clearedAt: clock.now() })
    .where(and(stopsPayer, inArray(chargebacks.paymentId, paymentIds)))
  return rowCount ?? 0
}

/**
 * Ends a chargeback. If it is lost, the money on hold pays for it as far as it suffices: dispute_hold →
 * clearing.
 */
async function closeChargeback(
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
  await deps.jobs.publish(transaction, 'chargeback.closed', {
    ...toChargebackEvent(chargeback, payment),
    status,
  })
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
