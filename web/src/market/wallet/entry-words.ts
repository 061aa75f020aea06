import type { Wallet, WalletBooking, WalletCategory, WalletEntry } from '@tendwell/contract/payments/wallet'
import { now } from '../../lib/format/clock.ts'
import { formatDate } from '../../lib/format/format.ts'
import { toEpochMs } from '../../lib/format/instants.ts'

const categoryWords: Record<WalletCategory, string> = {
  escrow_in: 'Payment received',
  payout_out: 'Payout',
  fee: 'Fee',
  refund_out: 'Refund',
  dispute_hold: 'Dispute hold',
  release: 'Release',
}

const notes: Record<WalletCategory, string> = {
  escrow_in: 'Held until after the visit',
  payout_out: 'Sent to your bank',
  fee: 'Kept by Tendwell',
  refund_out: 'Returned to the family',
  dispute_hold: 'On hold while a dispute is open',
  release: 'Added to your balance',
}

/** For money that has come back. */
const returnNotes: Partial<Record<WalletCategory, string>> = {
  payout_out: 'Returned to your balance',
  dispute_hold: 'The dispute is over. Held until after the visit',
}

export function describeCategory({ category }: WalletEntry): string {
  return categoryWords[category]
}

/**
 * What the entry means for the caregiver's money. A hold took from the balance what is refunded or released
 * of it.
 */
export function describeEntry({ category, direction, held_change }: WalletEntry): string {
  if (category === 'refund_out' && held_change < 0) return 'Returned to the family, from what was on hold'
  if (category === 'release' && held_change < 0) return 'No longer on hold. Added to your balance'
  return (direction === 'credit' && returnNotes[category]) || notes[category]
}

/** The same, and of a payment from which day it can be withdrawn, until then. */
export function describeActivity(entry: WalletEntry): string {
  const { withdrawable_from: from } = entry
  const isAhead = from !== null && toEpochMs(from) > now()
  return `${describeEntry(entry)}${isAhead ? `. You can withdraw it from ${formatDate(from)}` : ''}`
}

/** Why money of a booking is on hold. */
export const holdReasons: Record<Wallet['holds'][number]['because'], string> = {
  dispute: 'While the dispute is open',
  bank: 'While the bank decides',
}

/** `Fay Hart, Jun 2, 2026`, `Fay Hart, night of Jun 2, 2026`, or `Fay Hart, 3 visits from Jun 2, 2026`. */
export function describeBooking(booking: WalletBooking): string {
  const { caretaker_name: name, start_utc, visits, are_nights: areNights } = booking
  const day = formatDate(start_utc)
  if (visits === 1) return `${name}, ${areNights ? `night of ${day}` : day}`
  return `${name}, ${visits} ${areNights ? 'nights' : 'visits'} from ${day}`
}
