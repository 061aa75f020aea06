import type { Reader } from '../../../platform/database/database.ts'
import { findBankDecision, findRequestPayment } from '../../payments/index.ts'

/**
 * Why a booking can't be changed while its money is on hold: a text that both sides and staff may read. Null
 * if the money isn't on hold.
 * @param change the change that the text is about
 * @see docs/rules/bookings.md#canceling-and-the-bank
 */
export async function findHoldReason(
  reader: Reader,
  requestId: number,
  change: 'canceled' | 'moved',
): Promise<string | null> {
  const payment = await findRequestPayment(reader, requestId)
  if (!payment || payment.heldCents === 0) return null
  return (await findBankDecision(reader, payment.id)).isBankDeciding
    ? `The family's bank is looking into this payment, so this booking can't be ${change} until the bank has decided`
    : `This booking has an open dispute, so it can't be ${change}`
}
