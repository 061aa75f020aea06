/** What is stored of factors, which is the same for a passkey and an authenticator app. */
import { and, desc, eq, lt } from 'drizzle-orm'
import type { Reader, Transaction } from '../../../../platform/database/database.ts'
import { factors } from '../tables.ts'

export type FactorRow = typeof factors.$inferSelect
export type PasskeyRow = FactorRow & { credentialId: string }

/** What mails to the owner say about a factor. */
export type NamedFactor = Pick<FactorRow, 'method' | 'name'>

/** One factor of a user: a passkey has an id, and there is only one app. */
export type FactorChoice = { method: 'passkey'; id: number } | { method: 'app'; id?: number }

const isPasskey = (factor: FactorRow): factor is PasskeyRow => factor.credentialId !== null

/** The user's passkeys, oldest first, and then their app; not their recovery codes. */
export async function listFactors(
  reader: Reader,
  userId: number,
): Promise<{ all: FactorRow[]; passkeys: PasskeyRow[]; app: FactorRow | null }> {
  const all = await reader
    .select()
    .from(factors)
    .where(eq(factors.userId, userId))
    .orderBy(desc(factors.method), factors.id)
  return { all, passkeys: all.filter(isPasskey), app: all.find(({ method }) => method === 'app') ?? null }
}

/** @param credentialId base64url, as the browser sends it */
export async function findPasskey(reader: Reader, credentialId: string): Promise<PasskeyRow | null> {
  const matchingPasskeys = await reader.select().from(factors).where(eq(factors.credentialId, credentialId))
  return matchingPasskeys.filter(isPasskey)[0] ?? null
}

/** @returns false if someone has this passkey already */
export async function insertFactor(
  transaction: Transaction,
  factor: typeof factors.$inferInsert,
): Promise<boolean> {
  const { rowCount } = await transaction
    .insert(factors)
    .values(factor)
    .onConflictDoNothing({ target: factors.credentialId })
  return rowCount === 1
}

/**
 * Records that a factor was used.
 * @param use.counter of a passkey's answer, or the step of an app's code
 * @returns false if the factor was removed, or its counter didn't go up: a code was used before, or a copy of
 *   the passkey exists
 */
export async function markFactorUsed(
  transaction: Transaction,
  { id, ...use }: { id: number; counter: number; at: Date; isSynced?: boolean },
): Promise<boolean> {
  const { counter, isSynced, at: usedAt } = use
  // A passkey without a counter always sends 0.
  const hasAdvanced = counter === 0 ? eq(factors.counter, 0) : lt(factors.counter, counter)
  const { rowCount } = await transaction
    .update(factors)
    .set({ counter, isSynced, usedAt })
    .where(and(eq(factors.id, id), hasAdvanced))
  return rowCount === 1
}

/** Replaces an app's secret by the same one, encrypted with a key of the new `APP_SECRET`. */
export async function replaceAppSecret(
  transaction: Transaction,
  id: number,
  encryptedSecret: string,
): Promise<void> {
  await transaction.update(factors).set({ key: encryptedSecret }).where(eq(factors.id, id))
}

/** @returns false if the user doesn't have this factor */
export async function renameFactor(
  transaction: Transaction,
  userId: number,
  { name, ...factor }: FactorChoice & { name: string },
): Promise<boolean> {
  const { rowCount } = await transaction.update(factors).set({ name }).where(isChosenFactor(userId, factor))
  return rowCount === 1
}

/** @returns the factor's name; null if the user doesn't have this factor */
export async function deleteFactor(
  transaction: Transaction,
  userId: number,
  factor: FactorChoice,
): Promise<string | null> {
  const [deleted] = await transaction
    .delete(factors)
    .where(isChosenFactor(userId, factor))
    .returning({ name: factors.name })
  return deleted?.name ?? null
}

export async function deleteFactors(transaction: Transaction, userId: number): Promise<void> {
  await transaction.delete(factors).where(eq(factors.userId, userId))
}

/** Matches a factor of the user's: a passkey by its id, or their only app. */
function isChosenFactor(userId: number, { method, id }: FactorChoice) {
  const hasId = id === undefined ? undefined : eq(factors.id, id)
  return and(eq(factors.userId, userId), eq(factors.method, method), hasId)
}
