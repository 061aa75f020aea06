import type { Transaction } from '../../platform/database.ts'
import { postToLedger } from '../ledger/index.ts'
import type { StepDeps } from './events.ts'
import { movePayment, updateAmounts } from './store.ts'

/**
 * Moves a captured payment to its payee: unallocated → escrow, then the fee from escrow to the platform. Call it in
 * the transaction that makes the booking, after all other locks.
 * @throws AppError 409 unless the payment is captured
 * @see docs/rules/money.md#fees
 */
export async function settlePayment(transaction: Transaction, deps: StepDeps, id: number): Promise<void> {
  const payment = await movePayment(transaction, id, 'settle', { updatedAt: deps.clock.now() })
  const { payeeId: ownerId, amountCents, feeCents } = payment
  await updateAmounts(transaction, id, { escrowCents: amountCents - feeCents })
  await postToLedger(transaction, deps.clock, {
    key: `payment:${id}:escrow_in`,
    category: 'escrow_in',
    movements: [
      { kind: 'unallocated', ownerId: null, amountCents: -amountCents },
      { kind: 'escrow', ownerId, amountCents },
    ],
  })
  if (feeCents === 0) return
  await postToLedger(transaction, deps.clock, {
    key: `payment:${id}:fee`,
    category: 'fee',
    movements: [
      { kind: 'escrow', ownerId, amountCents: -feeCents },
      { kind: 'platform_fees', ownerId: null, amountCents: feeCents },
    ],
  })
}
