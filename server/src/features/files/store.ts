import { inArray } from 'drizzle-orm'
import type { Transaction } from '../../platform/database.ts'
import { files } from './tables.ts'

/** A file whose bytes are stored already. */
export type StoredFile = typeof files.$inferInsert

/** Only what has a row is kept. */
export async function insertFile(transaction: Transaction, file: StoredFile): Promise<void> {
  await transaction.insert(files).values(file)
}

/** Forgets files that nothing points to any more; the sweep removes their bytes. */
export async function deleteFiles(transaction: Transaction, fileIds: string[]): Promise<void> {
  if (fileIds.length > 0) await transaction.delete(files).where(inArray(files.id, fileIds))
}
