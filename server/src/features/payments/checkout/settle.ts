import { sql } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database/database.ts'
import { postToLedger } from '../../ledger/index.ts'
import { holdForChargeback } from '../holding/chargeback-holds.ts'
import { transitionPayment } from '../store.ts'
import { payments } from '../tables.ts'
import type { StepDeps } from '../webhooks/events.ts'

/**
 * Moves a captured payment to its payee: unallocated → escrow, then the fee from escrow to the platform. If a
 * chargeback of the payment is open already, the money goes on hold. Call this in the transaction that makes
 * the booking, after all other locks.
 * @throws AppError 409 unless the payment is captured
 * @see docs/rules/money.md#fees
 */
export async function settlePayment(transaction: Transaction, deps: StepDeps, id: number): Promise<void> {
  const payment = await transitionPayment(transaction, id, 'settle', {
    escrowCents: sql`${payments.amountCents} - ${payments.feeCents}`,
    updatedAt: deps.clock.now(),
  })
  const { payeeId: ownerId, amountCents, feeCents } = payment
  await postToLedger(transaction, deps.clock, {
    key: `payment:${id}:escrow_in`,
    category: 'escrow_in',
    movements: [
      { kind: 'unallocated', ownerId: null, amountCents: -amountCents },
      { kind: 'escrow', ownerId, amountCents },
    ],
  })
  if (feeCents > 0) {
    await postToLedger(transaction, deps.clock, {
      key: `payment:${id}:fee`,
      category: 'fee',
      movements: [
        { kind: 'escrow', ownerId, amountCents: -feeCents },
        { kind: 'platform_fees', ownerId: null, amountCents: feeCents },
      ],
    })
  }
  // None of this money is in the available balance yet, so the hold takes 0 from there.
  await holdForChargeback(transaction, deps, payment, 0)
}
