import {
  NOTIFICATION_KINDS,
  NOTIFICATION_TYPES,
  type NotificationPayload,
} from '@tendwell/contract/chat/notifications'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { timestamptz } from '../../platform/database/columns.ts'
import { users } from '../people/tables.ts'

export const notifications = pgTable(
  'notifications',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    type: text({ enum: NOTIFICATION_TYPES }).notNull(),
    /** Names people by id, as `namePlaceholder` writes it. */
    payload: jsonb().$type<NotificationPayload>().notNull(),
    /** The ids of those whom the payload may name. */
    named: integer().array().notNull().default([]),
    /** What happened, such as `request:12:booked`. A user gets one notification per cause. */
    cause: text().notNull(),
    createdAt: timestamptz().notNull(),
    readAt: timestamptz(),
  },
  (table) => [
    index('notifications_unread')
      .on(table.userId, table.id.desc().nullsFirst())
      .where(sql`${table.readAt} IS NULL`),
    index('notifications_user').on(table.userId, table.id.desc().nullsFirst()),
    unique('notifications_cause').on(table.userId, table.cause),
  ],
)

/** Which kinds of notifications people switched off in which channels. Without a row all channels are on. */
export const notificationSettings = pgTable(
  'notification_settings',
  {
    userId: integer()
      .notNull()
      .references(() => users.id),
    kind: text({ enum: NOTIFICATION_KINDS }).notNull(),
    inApp: boolean().notNull(),
    email: boolean().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.kind] })],
)
