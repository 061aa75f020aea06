import { and, eq, inArray, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { outdated } from '../errors.ts'
import type { Transaction } from './database.ts'

type LifecycleTable = PgTable & { id: PgColumn; status: PgColumn }
type Status<Table extends LifecycleTable> = Table['status']['_']['data']

type StatusTransition<Table extends LifecycleTable> = {
  from: readonly Status<Table>[]
  to: Status<Table>
  /** Other columns to write. */
  set?: PgUpdateSetSource<Table>
  /** An additional condition on the row. */
  where?: SQL
}

/**
 * Changes a row's status if it is one of `from`. The check and the change are one statement.
 * @returns the changed row, or null if it is in another status
 */
export async function tryTransition<Table extends LifecycleTable>(
  transaction: Transaction,
  table: Table,
  id: number,
  { from, to, set, where }: StatusTransition<Table>,
): Promise<Table['$inferSelect'] | null> {
  const [row] = await transaction
    .update<LifecycleTable>(table)
    .set({ ...set, status: to })
    .where(and(eq(table.id, id), inArray(table.status, from), where))
    .returning()
  return row ?? null
}

/**
 * Changes a row's status as `tryTransition` does, and throws if that isn't possible.
 * @param change.subject what the row is, such as `payment`, for the error
 * @throws AppError 409 if the row is in another status
 */
export async function transition<Table extends LifecycleTable>(
  transaction: Transaction,
  table: Table,
  id: number,
  change: StatusTransition<Table> & { subject: string },
): Promise<Table['$inferSelect']> {
  const row = await tryTransition(transaction, table, id, change)
  if (!row) throw outdated(change.subject)
  return row
}
