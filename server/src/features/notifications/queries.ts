import type { Notification, NotificationPayload } from '@tendwell/contract/chat/notifications'
import type { StaffRole } from '@tendwell/contract/sign-in/accounts'
import { and, count, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Reader } from '../../platform/database/database.ts'
import { getOffset, type PageRequest } from '../../platform/database/paging.ts'
import { fillNames } from '../notices/index.ts'
import { findShownPeople, listActiveStaff } from '../people/index.ts'
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
  const people = await findShownPeople(
    reader,
    rows.flatMap(({ named }) => named),
    userId,
  )
  return {
    count: total?.count ?? 0,
    results: rows.map(({ named, ...row }) => ({
      id: row.id,
      type: row.type,
      created_at: row.createdAt.toISOString(),
      read_at: row.readAt?.toISOString() ?? null,
      payload: fillPayload(row.payload, new Map(named.map((id) => [id, people.get(id)?.name ?? '']))),
    })),
  }
}

/** Writes names into the texts of a notification's payload. */
function fillPayload(payload: NotificationPayload, names: ReadonlyMap<number, string>): NotificationPayload {
  const fields = Object.entries(payload)
  return Object.fromEntries(
    fields.map(([field, value]) => [field, typeof value === 'string' ? fillNames(value, names) : value]),
  )
}

/** The ids of the active staff with this role or the role `admin`. */
export async function listStaffIds(reader: Reader, staffRole: StaffRole): Promise<number[]> {
  const staff = await listActiveStaff(reader, [staffRole, 'admin'])
  return staff.map(({ id }) => id)
}
