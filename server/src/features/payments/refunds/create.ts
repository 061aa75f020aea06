import { formatUsd } from '@tendwell/contract/money'
import type { Reader, Transaction } from '../../../platform/database/database.ts'
import { conflict, invalid } from '../../../platform/errors.ts'
import { getBalances, lockBalance, postToLedger, withoutZeros } from '../../ledger/index.ts'
import { calculateReleasedCents } from '../money/payee-money.ts'
import { findBankDecision, findRequestPayment } from '../queries.ts'
import { lockLivePayment, lockPayment, transitionPayment, updateAmounts } from '../store.ts'
import type { Payment, Refund } from '../tables.ts'
import { type StepDeps, scheduleRefund } from '../webhooks/events.ts'
import { finishPaidAnotherWay, TAKEN_BACK_TEXT } from './record.ts'
import {
  calculateRefundableCents,
  calculateStaffRefundable,
  type RefundBearer,
  SETTLED_REFUND_PREFIX,
  splitCancellation,
  splitDisputeRefund,
  splitStaffRefund,
} from './refund.ts'
import { insertRefund, updateRefund } from './store.ts'

/**
 * Stores a refund of money that is in `unallocated`, or that the caller moves there. The caller holds the
 * payment's row lock, and schedules the refund.
 * @param order.key makes the refund happen once
 * @returns null if a refund with this key exists
 */
async function createRefund(
  transaction: Transaction,
  deps: Pick<StepDeps, 'clock'>,
  order: { paymentId: number; key: string; amountCents: number; reason: string },
): Promise<Refund | null> {
  const now = deps.clock.now()
  return insertRefund(transaction, { ...order, createdAt: now, updatedAt: now })
}

/**
 * Stores a refund of a whole payment whose money is in `unallocated`; a job asks the provider. The caller
 * holds the payment's row lock, and makes the payment `refunding`.
 * @param reason a text for the payer
 */
export async function createFullRefund(
  transaction: Transaction,
  deps: StepDeps,
  { id, amountCents }: Payment,
  reason: string,
): Promise<void> {
  const refund = await createRefund(transaction, deps, {
    paymentId: id,
    key: `refund-${id}`,
    amountCents,
    reason,
  })
  if (refund) await scheduleRefund(transaction, deps, refund.id)
}

/**
 * Refunds a captured payment in full, because it can't be booked; a job asks the provider after the commit.
 * @param reason a text for the payer
 * @throws AppError 409 unless the payment is captured
 * @see docs/rules/money.md#refunds
 */
export async function refundPayment(
  transaction: Transaction,
  deps: StepDeps,
  id: number,
  reason: string,
): Promise<void> {
  const payment = await transitionPayment(transaction, id, 'refund', {
    failureReason: reason,
    updatedAt: deps.clock.now(),
  })
  await updateAmounts(transaction, id, { refundCents: payment.amountCents })
  await createFullRefund(transaction, deps, payment, reason)
}

const NO_PAYMENT_TEXT = 'This request has no payment that can be refunded'

type RefundOrder = { requestId: number; amountCents: number; reason: string; key: string }
type StaffRefundOrder = RefundOrder & {
  bearer: RefundBearer
  /** The reference of a refund that was paid another way than to the card; null for the card. */
  reference: string | null
  /** What was paid for visits that have not begun, in cents. */
  aheadCents: number
}

/**
 * Refunds an amount of a payment that is on hold: from the hold first, then from the platform's fee. A job
 * asks the provider after the commit. `releaseHold` releases what stays on hold.
 * @param order.key what the refund is for, such as `dispute:12`; a second call with the same key does nothing
 * @param order.reason for the payer; shown on the receipt
 * @throws AppError 409 for more than `getRefundableCents`, if no payment of the request is settled, or while
 *   the payer's bank decides
 * @see docs/rules/money.md#refunds
 */
export function refundHeldPayment(
  transaction: Transaction,
  deps: StepDeps,
  order: RefundOrder,
): Promise<void> {
  return refundSettledPayment(transaction, deps, order, async (payment) => {
    const { isBankDeciding, takenBackCents } = await findBankDecision(transaction, payment.id)
    if (isBankDeciding) throw conflict(TAKEN_BACK_TEXT)
    if (order.amountCents > calculateRefundableCents(payment, takenBackCents)) {
      throw conflict('Not enough money is held for this refund')
    }
    return splitDisputeRefund(payment, order.amountCents)
  })
}

/**
 * Refunds canceled bookings of a request: from the payee's escrow, or the hold of a dispute, and the fee's
 * share from the platform. A job asks the provider after the commit. The caller has locked the payment, and
 * knows that its payer's bank is not deciding.
 * @param order.key what the refund is for, such as `cancel:12`; a second call with the same key does nothing
 * @param order.reason for the payer; shown on the receipt
 * @throws AppError 409 if no payment of the request is settled
 * @see docs/rules/money.md#refunds
 */
export function refundCanceledBookings(
  transaction: Transaction,
  deps: StepDeps,
  order: RefundOrder,
): Promise<void> {
  return refundSettledPayment(transaction, deps, order, async (payment) =>
    splitCancellation(payment, order.amountCents),
  )
}

/**
 * What staff can refund of a request's payment now, in cents, and how much of that its payee can bear.
 * @param aheadCents what was paid for visits that have not begun
 * @returns the cents, or a sentence that says why nothing can be refunded
 * @see docs/rules/money.md#refunds-by-staff
 */
export async function findStaffRefundable(
  reader: Reader,
  requestId: number,
  aheadCents: number,
): Promise<{ totalCents: number; caregiverCents: number } | string> {
  const payment = await findRequestPayment(reader, requestId)
  if (payment?.status !== 'succeeded') return NO_PAYMENT_TEXT
  const { isBankDeciding, takenBackCents } = await findBankDecision(reader, payment.id)
  if (isBankDeciding) return TAKEN_BACK_TEXT
  const { availableCents } = await getBalances(reader, payment.payeeId)
  return calculateStaffRefundable(withAvailableCents(payment, availableCents), aheadCents + takenBackCents)
}

/** Adds to a payment how much of it is in the payee's available balance, which holds other money too. */
function withAvailableCents(payment: Payment, balanceCents: number) {
  return { ...payment, availableCents: Math.min(balanceCents, calculateReleasedCents(payment)) }
}

/**
 * Refunds an amount of a request's payment as staff decided. Either the caregiver bears it (from escrow and
 * the available balance, with the fee's share from the platform), or Tendwell does. A job asks the provider
 * after the commit, unless the refund was paid another way.
 * @param order.key what the refund is for, such as `staff:12`; a second call with the same key does nothing
 * @param order.reason for the payer; shown on the receipt
 * @returns what the caregiver pays of the refund, in cents
 * @throws AppError 400 for more than `findStaffRefundable`, 409 if no payment of the request is settled, or
 *   while the payer's bank decides
 * @see docs/rules/money.md#refunds-by-staff
 */
export async function refundByStaff(
  transaction: Transaction,
  deps: StepDeps,
  { bearer, aheadCents, ...order }: StaffRefundOrder,
): Promise<{ fromCaregiverCents: number }> {
  let fromCaregiverCents = 0
  await refundSettledPayment(transaction, deps, order, async (payment) => {
    const { id, payeeId: ownerId } = payment
    const { isBankDeciding, takenBackCents } = await findBankDecision(transaction, id)
    if (isBankDeciding) throw conflict(TAKEN_BACK_TEXT)
    const refundable = withAvailableCents(
      payment,
      await lockBalance(transaction, { kind: 'available', ownerId }),
    )
    const { totalCents, caregiverCents } = calculateStaffRefundable(refundable, aheadCents + takenBackCents)
    if (order.amountCents > totalCents) {
      throw invalid({ amount_usd: [`You can refund at most ${formatUsd(totalCents)}`] })
    }
    if (bearer === 'caregiver' && order.amountCents > caregiverCents) {
      throw invalid({ borne_by: ['The caregiver’s money of this booking that is still here isn’t enough'] })
    }
    const split = splitStaffRefund(refundable, { bearer, amountCents: order.amountCents })
    fromCaregiverCents = split.fromEscrowCents + split.fromAvailableCents
    return split
  })
  return { fromCaregiverCents }
}

/** Where the money of a refund comes from, in cents; parts that are left out are 0. */
type RefundSources = {
  fromEscrowCents?: number
  fromHoldCents?: number
  fromAvailableCents?: number
  fromFeeCents?: number
  borneCents?: number
}

/**
 * Stores a refund of a settled payment, takes its money from where `split` says, and schedules it. Does
 * nothing if a refund with this key exists.
 * @throws AppError 409 if no payment of the request is settled
 */
async function refundSettledPayment(
  transaction: Transaction,
  deps: StepDeps,
  { requestId, amountCents, reason, key, reference = null }: RefundOrder & { reference?: string | null },
  split: (payment: Payment) => Promise<RefundSources>,
): Promise<void> {
  const payment = await lockLivePayment(transaction, requestId)
  if (payment?.status !== 'succeeded') throw conflict(NO_PAYMENT_TEXT)
  const { id: paymentId, payeeId: ownerId } = payment
  const refund = await createRefund(transaction, deps, {
    paymentId,
    key: `${SETTLED_REFUND_PREFIX}${paymentId}:${key}`,
    amountCents,
    reason,
  })
  if (!refund) return
  const {
    fromEscrowCents = 0,
    fromHoldCents = 0,
    fromAvailableCents = 0,
    fromFeeCents = 0,
    borneCents = 0,
  } = await split(payment)
  if (borneCents > 0) await updateRefund(transaction, refund.id, { borneCents, updatedAt: deps.clock.now() })
  // The payee's accounts are locked before the platform's, because `releaseHold` may follow in this
  // transaction and needs them.
  for (const kind of ['available', 'escrow'] as const) await lockBalance(transaction, { kind, ownerId })
  const heldCents = payment.heldCents - fromHoldCents
  await updateAmounts(transaction, paymentId, {
    escrowCents: payment.escrowCents - fromEscrowCents,
    heldCents,
    heldFromAvailableCents: Math.min(payment.heldFromAvailableCents, heldCents),
    refundCents: payment.refundCents + amountCents,
    feeRefundCents: payment.feeRefundCents + fromFeeCents,
    borneCents: payment.borneCents + borneCents,
  })
  await postToLedger(transaction, deps.clock, {
    key: `refund:${refund.id}:taken`,
    category: 'refund_out',
    movements: withoutZeros([
      { kind: 'escrow', ownerId, amountCents: -fromEscrowCents },
      { kind: 'dispute_hold', ownerId, amountCents: -fromHoldCents },
      { kind: 'available', ownerId, amountCents: -fromAvailableCents },
      { kind: 'platform_fees', ownerId: null, amountCents: -fromFeeCents },
      { kind: 'platform_own', ownerId: null, amountCents: -borneCents },
      { kind: 'unallocated', ownerId: null, amountCents },
    ]),
  })
  if (reference === null) await scheduleRefund(transaction, deps, refund.id)
  else
    await finishPaidAnotherWay(
      transaction,
      deps,
      await lockPayment(transaction, paymentId),
      refund,
      reference,
    )
}
