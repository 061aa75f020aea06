import type { Deps } from '../../../deps.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { postToLedger } from '../../ledger/index.ts'
import { holdForChargeback } from '../holding/chargeback-holds.ts'
import { lockLivePayment, updateAmounts } from '../store.ts'

/**
 * Releases to the payee what is left in escrow of a request's settled payment: escrow → available. Does
 * nothing if no payment is settled, or if nothing is in escrow: it was released before, is on hold for a
 * dispute, or all of it was the fee. While a chargeback is open, the money goes on hold instead.
 * @param careEndedAt when the care that the payment is for had ended
 * @see docs/rules/money.md#release
 */
export async function releasePayment(
  transaction: Transaction,
  { clock }: Pick<Deps, 'clock'>,
  requestId: number,
  careEndedAt: Date,
): Promise<void> {
  const payment = await lockLivePayment(transaction, requestId)
  if (payment?.status !== 'succeeded' || payment.escrowCents === 0) return
  const { id, payeeId: ownerId, escrowCents } = payment
  // The money is still in escrow, so the hold takes 0 from the available balance.
  if (await holdForChargeback(transaction, { clock }, payment, 0)) return
  await updateAmounts(transaction, id, { escrowCents: 0, releasedAt: clock.now(), careEndedAt })
  await postToLedger(transaction, clock, {
    key: `payment:${id}:release`,
    category: 'release',
    movements: [
      { kind: 'escrow', ownerId, amountCents: -escrowCents },
      { kind: 'available', ownerId, amountCents: escrowCents },
    ],
  })
}
