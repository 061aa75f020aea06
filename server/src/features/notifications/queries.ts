import type { Notification } from '@tendwell/contract/notifications'
import { and, count, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Reader } from '../../platform/database.ts'
import { offsetOf, type PageRequest } from '../../platform/pages.ts'
import { notifications } from './tables.ts'

/** A page of a person's own notifications, newest first. */
export async function notificationsOf(
  reader: Reader,
  userId: number,
  query: PageRequest & { status: 'unread' | 'read' | 'all' },
): Promise<{ count: number; results: Notification[] }> {
  const state = {
    unread: isNull(notifications.readAt),
    read: isNotNull(notifications.readAt),
    all: undefined,
  }[query.status]
  const mine = and(eq(notifications.userId, userId), state)
  const [total] = await reader.select({ count: count() }).from(notifications).where(mine)
  const rows = await reader
    .select()
    .from(notifications)
    .where(mine)
    .orderBy(desc(notifications.id))
    .limit(query.page_size)
    .offset(offsetOf(query))
  return {
    count: total?.count ?? 0,
    results: rows.map((row) => ({
      id: row.id,
      type: row.type,
      created_at: row.createdAt.toISOString(),
      read_at: row.readAt?.toISOString() ?? null,
      payload: row.payload,
    })),
  }
}
