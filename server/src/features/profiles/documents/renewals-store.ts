import type { DocumentField } from '@tendwell/contract/profiles/profiles'
import { and, eq } from 'drizzle-orm'
import type { Reader, Transaction } from '../../../platform/database/database.ts'
import { documentRenewals } from './tables.ts'

export type Renewal = typeof documentRenewals.$inferSelect

/**
 * A caregiver's renewals that wait or were declined. The rows are written only under the lock of the
 * caregiver's profile.
 */
export function listRenewals(reader: Reader, caregiverId: number): Promise<Renewal[]> {
  return reader.select().from(documentRenewals).where(eq(documentRenewals.caregiverId, caregiverId))
}

/** Stores a document's renewal, in place of an earlier one. */
export async function storeRenewal(transaction: Transaction, renewal: Renewal): Promise<void> {
  await transaction
    .insert(documentRenewals)
    .values(renewal)
    .onConflictDoUpdate({ target: [documentRenewals.caregiverId, documentRenewals.document], set: renewal })
}

/** Deletes a document's renewal, if there is one. */
export async function deleteRenewal(
  transaction: Transaction,
  { caregiverId, document }: { caregiverId: number; document: DocumentField },
): Promise<void> {
  await transaction
    .delete(documentRenewals)
    .where(and(eq(documentRenewals.caregiverId, caregiverId), eq(documentRenewals.document, document)))
}
