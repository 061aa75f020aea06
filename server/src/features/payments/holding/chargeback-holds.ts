/**
 * Keeps a payee's money on hold while payers' banks take payments back, wherever that money changes.
 * @see docs/rules/money.md#chargebacks
 */
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { postToLedger } from '../../ledger/index.ts'
import { calculateReleasedCents, extendHold } from '../money/payee-money.ts'
import { findBankDecision } from '../queries.ts'
import { chargebacks, type Payment, payments } from '../tables.ts'

/**
 * Brings the hold of a payment to what its open chargeback needs: all of its escrow, and of the available
 * balance what was released of it, as far as the reach goes. The caller holds the payment's row lock.
 * @param reachCents how much of the available balance it may take: all of it when a chargeback is opened, and
 *   later only what comes back, because money of other visits that becomes available since is not part of it
 * @returns whether a chargeback is open
 */
export async function coverChargeback(
  transaction: Transaction,
  deps: Pick<Deps, 'clock'>,
  payment: Payment,
  reachCents: number,
): Promise<boolean> {
  if (!(await findBankDecision(transaction, payment.id)).isOpen) return false
  if (payment.status === 'succeeded') await extendHold(transaction, deps, payment, reachCents)
  return true
}

/** Locks a payee's settled payments with an open chargeback, by ascending id. */
function lockChargedBack(transaction: Transaction, payeeId: number): Promise<Payment[]> {
  const open = transaction
    .select({ id: chargebacks.paymentId })
    .from(chargebacks)
    .where(eq(chargebacks.status, 'open'))
  return transaction
    .select()
    .from(payments)
    .where(and(eq(payments.payeeId, payeeId), eq(payments.status, 'succeeded'), inArray(payments.id, open)))
    .orderBy(asc(payments.id))
    .for('update')
}

/**
 * Whether an open chargeback is of money that a payee has neither in escrow nor on hold. Locks those
 * payments.
 */
export async function lacksChargedBackMoney(transaction: Transaction, payeeId: number): Promise<boolean> {
  const chargedBack = await lockChargedBack(transaction, payeeId)
  return chargedBack.some((payment) => calculateReleasedCents(payment) > 0)
}

/**
 * Posts that money is in a payee's available balance again which had left it, and holds it as far as their
 * payments with an open chargeback lack it. Every posting that brings such money back goes through this
 * function. It locks those payments, then ledger accounts.
 * @param returned.cents how much of the posting's money had been available before
 */
export async function postReturned(
  transaction: Transaction,
  { clock }: Pick<Deps, 'clock'>,
  { payeeId, cents }: { payeeId: number; cents: number },
  posting: Parameters<typeof postToLedger>[2],
): Promise<void> {
  const chargedBack = cents > 0 ? await lockChargedBack(transaction, payeeId) : []
  await postToLedger(transaction, clock, posting)
  let leftCents = cents
  for (const payment of chargedBack) {
    const { fromAvailableCents } = await extendHold(transaction, { clock }, payment, leftCents)
    leftCents -= fromAvailableCents
  }
}
