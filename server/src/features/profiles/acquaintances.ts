import { sql } from 'drizzle-orm'
import type { Transaction } from '../../platform/database.ts'
import { acquaintances } from './tables.ts'

export type Acquaintance = { caregiverId: number; caretakerId: number; at: Date }

/**
 * To be called in the transaction of a request, a conversation or a dispute between the two: from then on the
 * caregiver sees the family's profile (decisions §3). Later slices tell it here, so that profiles need know none.
 */
export async function acquaint(
  transaction: Transaction,
  { caregiverId, caretakerId, at }: Acquaintance,
): Promise<void> {
  await transaction
    .insert(acquaintances)
    .values({ caregiverId, caretakerId, metAt: at })
    .onConflictDoNothing()
}

/**
 * To be called in the transaction that makes a booking of a payment: from then on the caregiver sees the family's
 * phone number and its children's names as well (decisions §3).
 */
export async function acquaintByPayment(
  transaction: Transaction,
  { caregiverId, caretakerId, at }: Acquaintance,
): Promise<void> {
  await transaction
    .insert(acquaintances)
    .values({ caregiverId, caretakerId, metAt: at, firstPaidAt: at })
    .onConflictDoUpdate({
      target: [acquaintances.caregiverId, acquaintances.caretakerId],
      set: { firstPaidAt: sql`coalesce(${acquaintances.firstPaidAt}, excluded.first_paid_at)` },
    })
}
