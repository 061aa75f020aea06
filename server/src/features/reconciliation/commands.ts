import { and, eq, isNull } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import { withTransaction } from '../../platform/database/database.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import type { StaffActor } from '../../platform/http/access.ts'
import { audit } from '../people/index.ts'
import { reconciliationDifferences as differences } from './tables.ts'

/**
 * Marks a difference as resolved, with a note of staff about what it was.
 * @throws AppError 404, 409 when it is resolved already
 * @see docs/rules/money.md#reconciliation
 */
export async function resolveDifference(
  { clock, database }: Pick<Deps, 'clock' | 'database'>,
  staff: StaffActor,
  id: number,
  note: string,
): Promise<{ message: string }> {
  const at = clock.now()
  await withTransaction(database, async (transaction) => {
    const resolvedRows = await transaction
      .update(differences)
      .set({ resolvedAt: at, resolvedBy: staff.actor.id, note })
      .where(and(eq(differences.id, id), isNull(differences.resolvedAt)))
      .returning({ id: differences.id })
    if (resolvedRows.length === 0) {
      const count = await transaction.$count(differences, eq(differences.id, id))
      throw count === 0 ? notFound() : conflict('This difference is resolved already')
    }
    const subject = `difference:${id}`
    await audit(transaction, {
      at,
      action: 'reconciliation.resolved',
      subject,
      after: { note },
      actorId: staff.actor.id,
      address: staff.address,
    })
  })
  return { message: 'Difference resolved' }
}
