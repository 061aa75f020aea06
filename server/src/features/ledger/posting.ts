import type { WalletCategory } from '@tendwell/contract/wallet'

/** A caregiver's own accounts; the platform's are the others. */
export const OWNED_KINDS = ['escrow', 'available', 'dispute_hold', 'payouts_in_transit'] as const

type OwnedAccount = { kind: (typeof OWNED_KINDS)[number]; ownerId: number }
type PlatformAccount = { kind: 'clearing' | 'unallocated' | 'platform_fees'; ownerId: null }
export type AccountName = OwnedAccount | PlatformAccount

/** Cents that an account gains (above zero) or gives (below zero). */
export type Movement = AccountName & { amountCents: number }

export type Posting = {
  /** What it is for, such as `payment:12:escrow_in`; a key posts once. */
  key: string
  /** `payment_in` and `payout_paid` are between us and the provider: no wallet shows them. */
  category: WalletCategory | 'payment_in' | 'payout_paid'
  movements: readonly Movement[]
}

/** Drops movements of 0 cents, which the ledger rejects. */
export function withoutZeros(movements: Movement[]): Movement[] {
  return movements.filter(({ amountCents }) => amountCents !== 0)
}

/** @throws RangeError for a program's mistake: broken or zero amounts, or a sum other than zero */
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

/**
 * The order in which all postings take their accounts: that of kind and owner. Of several movements of one account those
 * that give it money come first, so that only their sum counts.
 */
export function inLockOrder(movements: readonly Movement[]): Movement[] {
  return movements.toSorted((one, other) => {
    if (one.kind !== other.kind) return one.kind < other.kind ? -1 : 1
    return (one.ownerId ?? 0) - (other.ownerId ?? 0) || other.amountCents - one.amountCents
  })
}
