import { and, desc, eq, lt } from 'drizzle-orm'
import type { Reader, Transaction } from '../../../platform/database/database.ts'
import { dataExports } from '../tables.ts'

export type ExportRow = typeof dataExports.$inferSelect

/** A person's newest export; null without one. */
export async function findLastExport(reader: Reader, userId: number): Promise<ExportRow | null> {
  const [row] = await reader
    .select()
    .from(dataExports)
    .where(eq(dataExports.userId, userId))
    .orderBy(desc(dataExports.id))
    .limit(1)
  return row ?? null
}

export async function findExport(reader: Reader, id: number): Promise<ExportRow | null> {
  const [row] = await reader.select().from(dataExports).where(eq(dataExports.id, id))
  return row ?? null
}

/** @returns its id; null if one is already being prepared for this person */
export async function insertExport(
  transaction: Transaction,
  userId: number,
  requestedAt: Date,
): Promise<number | null> {
  const [row] = await transaction
    .insert(dataExports)
    .values({ userId, requestedAt })
    .onConflictDoNothing()
    .returning({ id: dataExports.id })
  return row?.id ?? null
}

/** @returns false if it is no longer being prepared */
export async function markReady(
  transaction: Transaction,
  id: number,
  ready: { fileId: string; expiresAt: Date },
): Promise<boolean> {
  const { rowCount } = await transaction
    .update(dataExports)
    .set({ status: 'ready', ...ready })
    .where(and(eq(dataExports.id, id), eq(dataExports.status, 'preparing')))
  return rowCount === 1
}

/** Ends the export of a file that is about to be deleted. */
export async function markDeleted(transaction: Transaction, fileId: string): Promise<void> {
  await transaction
    .update(dataExports)
    .set({ status: 'deleted', fileId: null })
    .where(eq(dataExports.fileId, fileId))
}

/** Gives up exports that take too long, so the person can ask again. */
export async function failOldExports(transaction: Transaction, before: Date): Promise<void> {
  await transaction
    .update(dataExports)
    .set({ status: 'failed' })
    .where(and(eq(dataExports.status, 'preparing'), lt(dataExports.requestedAt, before)))
}

/** The ids of the people whose ready exports have expired. */
export async function listUsersWithExpiredExports(reader: Reader, now: Date): Promise<number[]> {
  const rows = await reader
    .selectDistinct({ userId: dataExports.userId })
    .from(dataExports)
    .where(and(eq(dataExports.status, 'ready'), lt(dataExports.expiresAt, now)))
  return rows.map(({ userId }) => userId)
}
