import type { WalletCategory } from '@tendwell/contract/payments/wallet'

/** The accounts of a caregiver; all others are the platform's. */
export const OWNED_KINDS = ['escrow', 'available', 'dispute_hold', 'payouts_in_transit'] as const

type OwnedAccount = { kind: (typeof OWNED_KINDS)[number]; ownerId: number }
type PlatformAccount = { kind: 'clearing' | 'unallocated' | 'platform_fees' | 'platform_own'; ownerId: null }
export type AccountName = OwnedAccount | PlatformAccount

/** What an account gains (positive) or loses (negative), in cents. */
export type Movement = AccountName & { amountCents: number }

export type Posting = {
  /** What the posting is for, such as `payment:12:escrow_in`. Each key can be posted once. */
  key: string
  /**
   * `payment_in` and `payout_paid` are between the platform and the provider and do not appear in wallets.
   */
  category: WalletCategory | 'payment_in' | 'payout_paid'
  movements: readonly Movement[]
}

/** Drops movements of 0 cents, which the ledger rejects. */
export function withoutZeros(movements: Movement[]): Movement[] {
  return movements.filter(({ amountCents }) => amountCents !== 0)
}

/**
 * Requires that the movements of a posting sum to zero, as double entries do.
 * @throws RangeError for a programming error: no movements, an amount that is zero or not whole, or a sum
 *   other than zero
 */
export function requireBalanced(movements: readonly Movement[]): void {
  let sum = 0
  for (const { amountCents } of movements) {
    if (!Number.isSafeInteger(amountCents) || amountCents === 0) {
      throw new RangeError(`Not an amount to move: ${amountCents}`)
    }
    sum += amountCents
  }
  if (movements.length === 0 || sum !== 0) throw new RangeError('The movements must sum to zero')
}
