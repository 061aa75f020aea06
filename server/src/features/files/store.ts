import { inArray } from 'drizzle-orm'
import type { Transaction } from '../../platform/database.ts'
import { files } from './tables.ts'

/** The row of a file whose bytes are already in storage. */
export type StoredFile = typeof files.$inferInsert

/** Adds the row that keeps a stored file: the sweep removes stored files without one. */
export async function insertFile(transaction: Transaction, file: StoredFile): Promise<void> {
  await transaction.insert(files).values(file)
}

/** Deletes rows; the sweep removes the bytes later. */
export async function deleteFiles(transaction: Transaction, fileIds: string[]): Promise<void> {
  if (fileIds.length > 0) await transaction.delete(files).where(inArray(files.id, fileIds))
}
