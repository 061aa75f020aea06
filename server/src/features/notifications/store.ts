import { and, eq, inArray, isNull, like, lt } from 'drizzle-orm'
import type { Transaction } from '../../platform/database.ts'
import { notifications } from './tables.ts'
import type { Notice } from './texts.ts'

/**
 * Writes a notice for a person, once a cause.
 * @returns its id, or null when the person was told of this cause before
 */
export async function insertNotification(
  transaction: Transaction,
  { userId, cause, notice, createdAt }: { userId: number; cause: string; notice: Notice; createdAt: Date },
): Promise<number | null> {
  const [row] = await transaction
    .insert(notifications)
    .values({ userId, type: notice.type, payload: notice.payload, cause, createdAt })
    .onConflictDoNothing()
    .returning({ id: notifications.id })
  return row?.id ?? null
}

/**
 * Marks those of these notifications that are the person's own; others are left as they are.
 * @returns the ids of those that were unread
 */
export async function markRead(
  transaction: Transaction,
  userId: number,
  ids: readonly number[],
  readAt: Date,
): Promise<number[]> {
  const marked = await transaction
    .update(notifications)
    .set({ readAt })
    .where(
      and(
        eq(notifications.userId, userId),
        inArray(notifications.id, [...ids]),
        isNull(notifications.readAt),
      ),
    )
    .returning({ id: notifications.id })
  return marked.map(({ id }) => id)
}

/** Marks what a person was told before a moment, by causes that begin so. @returns the ids of those that were unread */
export async function markCausesRead(
  transaction: Transaction,
  told: { userId: number; causePrefix: string; before: Date; readAt: Date },
): Promise<number[]> {
  const { userId, causePrefix, before, readAt } = told
  const marked = await transaction
    .update(notifications)
    .set({ readAt })
    .where(
      and(
        eq(notifications.userId, userId),
        isNull(notifications.readAt),
        like(notifications.cause, `${causePrefix}%`),
        lt(notifications.createdAt, before),
      ),
    )
    .returning({ id: notifications.id })
  return marked.map(({ id }) => id)
}
