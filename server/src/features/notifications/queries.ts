import type { Notification } from '@tendwell/contract/chat/notifications'
import type { StaffRole } from '@tendwell/contract/sign-in/accounts'
import { and, count, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Reader } from '../../platform/database/database.ts'
import { getOffset, type PageRequest } from '../../platform/database/paging.ts'
import { listActiveStaff } from '../people/index.ts'
import { notifications } from './tables.ts'

/** A page of a user's notifications, newest first. */
export async function listNotifications(
  reader: Reader,
  userId: number,
  query: PageRequest & { status: 'unread' | 'read' | 'all' },
): Promise<{ count: number; results: Notification[] }> {
  const statusCondition = {
    unread: isNull(notifications.readAt),
    read: isNotNull(notifications.readAt),
    all: undefined,
  }[query.status]
  const condition = and(eq(notifications.userId, userId), statusCondition)
  const [total] = await reader.select({ count: count() }).from(notifications).where(condition)
  const rows = await reader
    .select()
    .from(notifications)
    .where(condition)
    .orderBy(desc(notifications.id))
    .limit(query.page_size)
    .offset(getOffset(query))
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

/** The ids of the active staff with this role or the role `admin`. */
export async function listStaffIds(reader: Reader, staffRole: StaffRole): Promise<number[]> {
  const staff = await listActiveStaff(reader, [staffRole, 'admin'])
  return staff.map(({ id }) => id)
}
