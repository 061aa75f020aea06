/**
 * Keeps the money of charged-back payments on hold, whenever a payee's money moves.
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
 * If a chargeback of the payment is open, puts on hold what the payee has of the payment: all of its escrow,
 * and from the available balance what was released of it, at most `maxFromAvailableCents`. The caller holds
 * the payment's row lock.
 * @param maxFromAvailableCents no limit when a chargeback is opened; 0 later, because money of other visits
 *   that becomes available afterwards is not part of this payment
 * @returns whether a chargeback is open
 */
export async function holdForChargeback(
  transaction: Transaction,
  deps: Pick<Deps, 'clock'>,
  payment: Payment,
  maxFromAvailableCents: number,
): Promise<boolean> {
  if (!(await findBankDecision(transaction, payment.id)).isBankDeciding) return false
  if (payment.status === 'succeeded') await extendHold(transaction, deps, payment, maxFromAvailableCents)
  return true
}

/** Locks a payee's settled payments with an open chargeback, by ascending id. */
function lockChargedBackPayments(transaction: Transaction, payeeId: number): Promise<Payment[]> {
  const chargedBackIds = transaction
    .select({ id: chargebacks.paymentId })
    .from(chargebacks)
    .where(eq(chargebacks.status, 'open'))
  return transaction
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.payeeId, payeeId),
        eq(payments.status, 'succeeded'),
        inArray(payments.id, chargedBackIds),
      ),
    )
    .orderBy(asc(payments.id))
    .for('update')
}

/**
 * Whether a payee has settled payments with an open chargeback whose money is not all in escrow or on hold.
 * Locks these payments.
 */
export async function lacksChargedBackMoney(transaction: Transaction, payeeId: number): Promise<boolean> {
  const chargedBackPayments = await lockChargedBackPayments(transaction, payeeId)
  return chargedBackPayments.some((payment) => calculateReleasedCents(payment) > 0)
}

/**
 * Posts money that returns to a payee's available balance, such as from a failed payout. If payments of the
 * payee have an open chargeback, what was released of them and isn't on hold yet goes on hold. Every posting
 * that returns money goes through this function. Locks these payments, then ledger accounts.
 * @param returned.cents how much of the posted money had been in the available balance before
 */
export async function postReturnedMoney(
  transaction: Transaction,
  { clock }: Pick<Deps, 'clock'>,
  { payeeId, cents }: { payeeId: number; cents: number },
  posting: Parameters<typeof postToLedger>[2],
): Promise<void> {
  const chargedBackPayments = cents > 0 ? await lockChargedBackPayments(transaction, payeeId) : []
  await postToLedger(transaction, clock, posting)
  let toHoldCents = cents
  for (const payment of chargedBackPayments) {
    const { fromAvailableCents } = await extendHold(transaction, { clock }, payment, toHoldCents)
    toHoldCents -= fromAvailableCents
  }
}
