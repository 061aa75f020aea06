import type { Deps } from '../../deps.ts'
import type { Transaction } from '../../platform/database.ts'
import { postToLedger } from '../ledger/index.ts'
import { lockLivePayment, updateAmounts } from './store.ts'

/**
 * Makes what a request's settled payment still has in escrow available to the payee: escrow → available. Does nothing
 * if it was already released, no payment is settled, a dispute holds it, or the fee took all of it.
 * @see docs/rules/money.md#release
 */
export async function releasePayment(
  transaction: Transaction,
  { clock }: Pick<Deps, 'clock'>,
  requestId: number,
): Promise<void> {
  const payment = await lockLivePayment(transaction, requestId)
  if (payment?.status !== 'succeeded' || payment.escrowCents === 0) return
  const { id, payeeId: ownerId, escrowCents } = payment
  await updateAmounts(transaction, id, { escrowCents: 0, releasedAt: clock.now() })
  await postToLedger(transaction, clock, {
    key: `payment:${id}:release`,
    category: 'release',
    movements: [
      { kind: 'escrow', ownerId, amountCents: -escrowCents },
      { kind: 'available', ownerId, amountCents: escrowCents },
    ],
  })
}
