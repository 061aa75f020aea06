import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm'
import type { Reader, Transaction } from '../../../../platform/database/database.ts'
import { authenticatorApps } from '../tables.ts'

export type AppRow = typeof authenticatorApps.$inferSelect

/** The user's app, confirmed or not. */
export async function findApp(reader: Reader, userId: number): Promise<AppRow | null> {
  const [row] = await reader.select().from(authenticatorApps).where(eq(authenticatorApps.userId, userId))
  return row ?? null
}

/** Starts the set-up of an app, in place of one that was not confirmed. @param secret encrypted */
export async function startApp(
  transaction: Transaction,
  app: { userId: number; secret: string; createdAt: Date },
): Promise<void> {
  const { secret, createdAt } = app
  await transaction
    .insert(authenticatorApps)
    .values(app)
    .onConflictDoUpdate({
      target: authenticatorApps.userId,
      set: { secret, createdAt },
      setWhere: isNull(authenticatorApps.confirmedAt),
    })
}

/** @param app.step the step whose code confirmed it */
export async function confirmApp(
  transaction: Transaction,
  app: { userId: number; name: string; step: number; at: Date; deviceId: string },
): Promise<void> {
  await transaction
    .update(authenticatorApps)
    .set({ name: app.name, confirmedAt: app.at, lastStep: app.step, deviceId: app.deviceId })
    .where(eq(authenticatorApps.userId, app.userId))
}

/**
 * Uses up the code of a step.
 * @returns false if it or a newer one was used
 */
export async function spendAppStep(
  transaction: Transaction,
  { userId, step, at }: { userId: number; step: number; at: Date },
): Promise<boolean> {
  const { lastStep, confirmedAt } = authenticatorApps
  const { rowCount } = await transaction
    .update(authenticatorApps)
    .set({ lastStep: step, usedAt: at })
    .where(
      and(
        eq(authenticatorApps.userId, userId),
        isNotNull(confirmedAt),
        or(isNull(lastStep), lt(lastStep, step)),
      ),
    )
  return rowCount === 1
}

/** Replaces a secret by the same one, encrypted with another key, unless it has changed. */
export async function replaceAppSecret(
  transaction: Transaction,
  app: { userId: number; before: string; after: string },
): Promise<void> {
  await transaction
    .update(authenticatorApps)
    .set({ secret: app.after })
    .where(and(eq(authenticatorApps.userId, app.userId), eq(authenticatorApps.secret, app.before)))
}

/** @returns false without a confirmed app */
export async function renameApp(transaction: Transaction, userId: number, name: string): Promise<boolean> {
  const { rowCount } = await transaction
    .update(authenticatorApps)
    .set({ name })
    .where(and(eq(authenticatorApps.userId, userId), isNotNull(authenticatorApps.confirmedAt)))
  return rowCount === 1
}

/** @returns the name of the confirmed app; null without one */
export async function deleteApp(transaction: Transaction, userId: number): Promise<string | null> {
  const [deleted] = await transaction
    .delete(authenticatorApps)
    .where(and(eq(authenticatorApps.userId, userId), isNotNull(authenticatorApps.confirmedAt)))
    .returning({ name: authenticatorApps.name })
  return deleted ? (deleted.name ?? '') : null
}
