import { and, eq, inArray, ne, sum } from 'drizzle-orm'
import type { Transaction } from '../../platform/database/database.ts'
import { files } from './tables.ts'

/** The row of a file whose bytes are already in storage. */
export type StoredFile = typeof files.$inferInsert

/** Adds the row of a stored file. Without a row, the sweep would discard the file. */
export async function insertFile(transaction: Transaction, file: StoredFile): Promise<void> {
  await transaction.insert(files).values(file)
}

/** Deletes rows. @returns the storage keys of the bytes, to discard after the commit */
export async function deleteFiles(transaction: Transaction, fileIds: string[]): Promise<string[]> {
  if (fileIds.length === 0) return []
  const deletedRows = await transaction
    .delete(files)
    .where(inArray(files.id, fileIds))
    .returning({ storageKey: files.storageKey })
  return deletedRows.map(({ storageKey }) => storageKey)
}

/** Hides an avatar from everyone but staff, or shows it again. */
export async function setAvatarHidden(
  transaction: Transaction,
  fileId: string,
  { isHidden }: { isHidden: boolean },
): Promise<void> {
  await transaction.update(files).set({ isHidden }).where(eq(files.id, fileId))
}

/** The bytes of all files that a person uploaded, without exports. The caller holds the owner's lock. */
export async function sumUploadedBytes(transaction: Transaction, ownerId: number): Promise<number> {
  const [total] = await transaction
    .select({ bytes: sum(files.bytes) })
    .from(files)
    .where(and(eq(files.ownerId, ownerId), ne(files.kind, 'export')))
  return Number(total?.bytes ?? 0)
}
