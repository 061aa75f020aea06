/** Authenticator apps that no code has confirmed yet. */
import { HOUR_MS } from '@tendwell/contract/time'
import { and, eq, gt } from 'drizzle-orm'
import type { Reader, Transaction } from '../../../../platform/database/database.ts'
import { appSetups } from '../tables.ts'

const SETUP_MS = HOUR_MS

/** Starts the set-up of an app, in place of an earlier one. @param secret encrypted */
export async function saveAppSetup(
  transaction: Transaction,
  { userId, secret, at }: { userId: number; secret: string; at: Date },
): Promise<void> {
  const setup = { secret, expiresAt: new Date(at.getTime() + SETUP_MS) }
  await transaction
    .insert(appSetups)
    .values({ userId, ...setup })
    .onConflictDoUpdate({ target: appSetups.userId, set: setup })
}

/** @returns the encrypted secret; null without a set-up of the last hour */
export async function findAppSetup(reader: Reader, userId: number, now: Date): Promise<string | null> {
  const isOpen = and(eq(appSetups.userId, userId), gt(appSetups.expiresAt, now))
  const [row] = await reader.select({ secret: appSetups.secret }).from(appSetups).where(isOpen)
  return row?.secret ?? null
}

export async function deleteAppSetup(transaction: Transaction, userId: number): Promise<void> {
  await transaction.delete(appSetups).where(eq(appSetups.userId, userId))
}
