/**
 * Holds of a request's money for a dispute or a chargeback. Call these functions in the transaction that
 * opens or ends the dispute, after all other locks: each one locks the request's payment and then ledger
 * accounts.
 */
import type { Deps } from '../../../deps.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { postToLedger } from '../../ledger/index.ts'
import { extendHold } from '../money/payee-money.ts'
import { findBankDecision } from '../queries.ts'
import { lockLivePayment, updateAmounts } from '../store.ts'
import { postReturnedMoney } from './chargeback-holds.ts'

type HoldDeps = Pick<Deps, 'clock' | 'jobs'>

/**
 * Holds the money of a paid request for a dispute: what is in escrow, then, if it was released, what the
 * caregiver has available, up to what was released. A payment that is already on hold stays as it is.
 * @returns the cents on hold; 0 if there was nothing to hold
 * @see docs/rules/money.md#holds
 */
export async function holdPayment(
  transaction: Transaction,
  deps: HoldDeps,
  requestId: number,
): Promise<number> {
  const payment = await lockLivePayment(transaction, requestId)
  if (payment?.status !== 'succeeded') return 0
  if (payment.heldCents > 0) return payment.heldCents
  return (await extendHold(transaction, deps, payment)).heldCents
}

/**
 * Ends the hold on a request's money. If the money is due, everything still on hold becomes available.
 * Otherwise it returns to the accounts it came from, escrow or available. Does nothing without a hold, or
 * while a chargeback of the payment is undecided. Money that returns to the available balance may go on hold
 * again for a chargeback of another payment.
 * @param care.isDue whether the release time of the request has passed
 * @param care.careEndedAt when the care that the payment is for ends or has ended
 * @returns the cents that were on hold
 * @see docs/rules/money.md#release
 */
export async function releaseHold(
  transaction: Transaction,
  deps: HoldDeps,
  requestId: number,
  { isDue, careEndedAt }: { isDue: boolean; careEndedAt: Date },
): Promise<number> {
  const payment = await lockLivePayment(transaction, requestId)
  if (!payment || payment.heldCents === 0) return 0
  if ((await findBankDecision(transaction, payment.id)).isBankDeciding) return 0
  const { id, payeeId: ownerId, heldCents, heldFromAvailableCents, holds } = payment
  const toAvailableCents = isDue ? heldCents : heldFromAvailableCents
  const toEscrowCents = heldCents - toAvailableCents
  await updateAmounts(transaction, id, {
    escrowCents: toEscrowCents,
    heldCents: 0,
    heldFromAvailableCents: 0,
    ...(isDue && { releasedAt: payment.releasedAt ?? deps.clock.now(), careEndedAt }),
  })
  if (toAvailableCents > 0) {
    const returned = { payeeId: ownerId, cents: heldFromAvailableCents }
    await postReturnedMoney(transaction, deps, returned, {
      key: `payment:${id}:hold_release:${holds}`,
      category: 'release',
      movements: [
        { kind: 'dispute_hold', ownerId, amountCents: -toAvailableCents },
        { kind: 'available', ownerId, amountCents: toAvailableCents },
      ],
    })
  }
  if (toEscrowCents > 0) {
    // Not posted as a release, because `releasePayment` releases this money once it is due.
    await postToLedger(transaction, deps.clock, {
      key: `payment:${id}:hold_returned:${holds}`,
      category: 'dispute_hold',
      movements: [
        { kind: 'dispute_hold', ownerId, amountCents: -toEscrowCents },
        { kind: 'escrow', ownerId, amountCents: toEscrowCents },
      ],
    })
  }
  return heldCents
}
