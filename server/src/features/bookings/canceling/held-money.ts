import type { Reader } from '../../../platform/database/database.ts'
import { findBankDecision, findRequestPayment } from '../../payments/index.ts'

/**
 * Why a booking whose money is on hold can't be changed, as both sides and staff may read it; null if it
 * isn't on hold.
 * @param what such as `canceled`
 * @see docs/rules/bookings.md#canceling-and-the-bank
 */
export async function findHoldReason(
  reader: Reader,
  requestId: number,
  what: 'canceled' | 'moved',
): Promise<string | null> {
  const payment = await findRequestPayment(reader, requestId)
  if (!payment || payment.heldCents === 0) return null
  return (await findBankDecision(reader, payment.id)).isOpen
    ? `The family's bank is looking into this payment, so this booking can't be ${what} until the bank has decided`
    : `This booking has an open dispute, so it can't be ${what}`
}
