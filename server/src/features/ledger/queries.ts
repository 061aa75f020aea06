import { and, eq, inArray } from 'drizzle-orm'
import type { Reader } from '../../platform/database/database.ts'
import { OWNED_KINDS } from './posting.ts'
import { ledgerAccounts } from './tables.ts'

/**
 * The SQL condition for a caregiver's accounts. Listing the kinds lets PostgreSQL use the index on kind and
 * owner.
 */
export function isOwnedBy(caregiverId: number) {
  return and(inArray(ledgerAccounts.kind, [...OWNED_KINDS]), eq(ledgerAccounts.ownerId, caregiverId))
}

/** What a caregiver's accounts hold, in cents. */
export type Balances = {
  availableCents: number
  escrowCents: number
  heldCents: number
  inTransitCents: number
}

/** The balances of a caregiver's accounts. @see docs/rules/money.md#wallet */
export async function getBalances(reader: Reader, caregiverId: number): Promise<Balances> {
  const accounts = await reader
    .select({ kind: ledgerAccounts.kind, balanceCents: ledgerAccounts.balanceCents })
    .from(ledgerAccounts)
    .where(isOwnedBy(caregiverId))
  const balance = new Map(accounts.map(({ kind, balanceCents }) => [kind, balanceCents]))
  return {
    availableCents: balance.get('available') ?? 0,
    escrowCents: balance.get('escrow') ?? 0,
    heldCents: balance.get('dispute_hold') ?? 0,
    inTransitCents: balance.get('payouts_in_transit') ?? 0,
  }
}
