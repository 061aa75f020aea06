import { and, eq, inArray, isNull, like, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '../../platform/database/database.ts'
import { listNamedIds, type NoticeContent } from '../notices/index.ts'
import { notificationSettings, notifications } from './tables.ts'

type NotificationValues = {
  userId: number
  /** What happened, such as `request:12:booked`. */
  cause: string
  content: NoticeContent
  createdAt: Date
  /** Null, or the time of creation if the user switched off notifications of this kind in the app. */
  readAt: Date | null
}

/** @returns the stored ones, without those of users who already have a notification for the cause */
export function insertNotifications(
  transaction: Transaction,
  rows: readonly NotificationValues[],
): Promise<{ id: number; userId: number; cause: string }[]> {
  const { id, userId, cause } = notifications
  return transaction
    .insert(notifications)
    .values(
      rows.map(({ content, ...row }) => ({
        ...row,
        type: content.type,
        payload: content.payload,
        named: listNamedIds(content),
      })),
    )
    .onConflictDoNothing()
    .returning({ id, userId, cause })
}

/** Marks a user's own notifications as read and ignores other ids. @returns the ids that were unread */
export function markRead(
  transaction: Transaction,
  userId: number,
  ids: readonly number[],
  readAt: Date,
): Promise<number[]> {
  return markMatchingRead(transaction, { userId, readAt }, inArray(notifications.id, [...ids]))
}

/**
 * Marks a user's notifications with one of these causes as read. What they asked for is done, so they no longer say what
 * to do.
 * @returns the ids of those that this changed
 */
export async function markDone(
  transaction: Transaction,
  userId: number,
  causes: readonly string[],
  readAt: Date,
): Promise<number[]> {
  const asksForSomething = sql`${notifications.payload} ? 'action_text'`
  const doneRows = await transaction
    .update(notifications)
    .set({
      readAt: sql`coalesce(${notifications.readAt}, ${readAt})`,
      payload: sql`${notifications.payload} - 'action_text'`,
    })
    .where(
      and(
        eq(notifications.userId, userId),
        inArray(notifications.cause, [...causes]),
        or(isNull(notifications.readAt), asksForSomething),
      ),
    )
    .returning({ id: notifications.id })
  return doneRows.map(({ id }) => id)
}

/**
 * Marks a user's notifications as read that were created before a time and whose cause has this prefix.
 * @returns the ids that were unread
 */
export function markCausesRead(
  transaction: Transaction,
  filter: { userId: number; causePrefix: string; before: Date; readAt: Date },
): Promise<number[]> {
  const { userId, causePrefix, before, readAt } = filter
  const condition = and(like(notifications.cause, `${causePrefix}%`), lt(notifications.createdAt, before))
  return markMatchingRead(transaction, { userId, readAt }, condition)
}

/** Marks those unread notifications of a user as read that meet a condition. @returns their ids */
async function markMatchingRead(
  transaction: Transaction,
  { userId, readAt }: { userId: number; readAt: Date },
  condition: SQL | undefined,
): Promise<number[]> {
  const markedRows = await transaction
    .update(notifications)
    .set({ readAt })
    .where(and(eq(notifications.userId, userId), isNull(notifications.readAt), condition))
    .returning({ id: notifications.id })
  return markedRows.map(({ id }) => id)
}

/** Replaces a user's setting of one kind. */
export async function upsertSetting(
  transaction: Transaction,
  setting: typeof notificationSettings.$inferInsert,
): Promise<void> {
  const { userId: _, kind: __, ...channels } = setting
  await transaction
    .insert(notificationSettings)
    .values(setting)
    .onConflictDoUpdate({
      target: [notificationSettings.userId, notificationSettings.kind],
      set: channels,
    })
}
