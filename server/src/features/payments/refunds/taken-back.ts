/**
 * Ends refunds that are still to be sent, if the payer's bank has given their money back itself.
 * @see docs/rules/money.md#chargebacks
 */
import type { Transaction } from '../../../platform/database/database.ts'
import { postToLedger, withoutZeros } from '../../ledger/index.ts'
import { listUnfinishedRefunds } from '../queries.ts'
import { lockPayment, updateAmounts } from '../store.ts'
import type { Payment, Refund } from '../tables.ts'
import { type StepDeps, scheduleRefund } from '../webhooks/events.ts'
import { completeRefunding, findDoubleRefund } from './record.ts'
import { insertRefund, lockRefund, transitionRefund, updateRefund } from './store.ts'

/**
 * Ends as much of a payment's unsent refunds as would pay the family twice, the oldest first, and schedules
 * the rest. A refund that was requested from the provider is scheduled too, until the answer is known. Does
 * nothing while the bank decides. Locks the payment, then ledger accounts of the platform.
 * @returns the keys of the refunds and how much of each ended, in cents
 */
export async function endTakenBackRefunds(
  transaction: Transaction,
  deps: StepDeps,
  paymentId: number,
): Promise<{ key: string; cents: number }[]> {
  const payment = await lockPayment(transaction, paymentId)
  const { isBankDeciding, doubleCents } = await findDoubleRefund(transaction, payment)
  if (isBankDeciding) return []
  const endedRefunds: { key: string; cents: number; borneCents: number }[] = []
  let toEndCents = doubleCents
  for (const { id } of await listUnfinishedRefunds(transaction, paymentId)) {
    const refund = await lockRefund(transaction, id)
    const wasRequested = refund.askedAt !== null || refund.providerRefundId !== null
    const cents = wasRequested ? 0 : Math.min(toEndCents, refund.amountCents)
    if (cents > 0) endedRefunds.push(await endPart(transaction, deps, payment, refund, cents))
    if (cents < refund.amountCents) await scheduleRefund(transaction, deps, id)
    toEndCents -= cents
  }
  // The bank has given the family this money, so it is no longer refunded. Tendwell gets back the part that
  // it bore.
  const endedCents = endedRefunds.reduce((sum, { cents }) => sum + cents, 0)
  const borneCents = endedRefunds.reduce((sum, refund) => sum + refund.borneCents, 0)
  await updateAmounts(transaction, paymentId, {
    refundCents: payment.refundCents - endedCents,
    borneCents: payment.borneCents - borneCents,
    lostCents: payment.lostCents + endedCents - borneCents,
  })
  await completeRefunding(transaction, deps, payment)
  return endedRefunds
}

/**
 * Ends `cents` of a refund: the refund itself, or a part that becomes a refund of its own. The money pays for
 * what the bank took (unallocated → clearing); what Tendwell bore returns to `platform_own`.
 * @returns the key of the refund and what ended of it
 */
async function endPart(
  transaction: Transaction,
  deps: StepDeps,
  { requestId }: Payment,
  refund: Refund,
  cents: number,
): Promise<{ key: string; cents: number; borneCents: number }> {
  const { id, key, paymentId, amountCents, reason, createdAt } = refund
  const updatedAt = deps.clock.now()
  const borneCents = Math.min(cents, refund.borneCents)
  let endedId = id
  if (cents === amountCents) await transitionRefund(transaction, id, 'takeBack', { updatedAt })
  else {
    await updateRefund(transaction, id, {
      amountCents: amountCents - cents,
      borneCents: refund.borneCents - borneCents,
      updatedAt,
    })
    const endedPart = {
      paymentId,
      key: `${key}:taken_back:${amountCents}`,
      amountCents: cents,
      borneCents,
      reason,
    }
    const inserted = await insertRefund(transaction, {
      ...endedPart,
      status: 'taken_back',
      createdAt,
      updatedAt,
    })
    if (!inserted) throw new Error(`Refund ${id} was split at ${amountCents} cents before`)
    endedId = inserted.id
  }
  await postToLedger(transaction, deps.clock, {
    key: `refund:${endedId}:taken_back`,
    category: 'refund_out',
    movements: withoutZeros([
      { kind: 'unallocated', ownerId: null, amountCents: -cents },
      { kind: 'clearing', ownerId: null, amountCents: cents - borneCents },
      { kind: 'platform_own', ownerId: null, amountCents: borneCents },
    ]),
  })
  await deps.jobs.publish(transaction, 'refund.taken-back', {
    refundId: endedId,
    requestId,
    amountCents: cents,
  })
  return { key, cents, borneCents }
}
