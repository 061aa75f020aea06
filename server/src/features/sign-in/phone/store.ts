import { eq } from 'drizzle-orm'
import type { Database, Reader, Transaction } from '../../../platform/database/database.ts'
import { phoneCodes } from './tables.ts'

/** Stores a person's newest code, which replaces the one before. */
export async function savePhoneCode(
  database: Database,
  { userId, ...code }: typeof phoneCodes.$inferInsert,
): Promise<void> {
  await database
    .insert(phoneCodes)
    .values({ userId, ...code })
    .onConflictDoUpdate({ target: phoneCodes.userId, set: code })
}

/** A person's newest code; null without one. */
export async function findPhoneCode(reader: Reader, userId: number) {
  const [row] = await reader.select().from(phoneCodes).where(eq(phoneCodes.userId, userId))
  return row ?? null
}

export async function deletePhoneCode(transaction: Transaction, userId: number): Promise<void> {
  await transaction.delete(phoneCodes).where(eq(phoneCodes.userId, userId))
}
