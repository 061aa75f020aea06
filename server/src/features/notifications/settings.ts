/**
 * What people want to be notified of, and how.
 * @see docs/rules/chat-and-notifications.md#notification-settings
 */
import {
  ALWAYS_ON,
  NOTIFICATION_CHANNELS,
  NOTIFICATION_KINDS,
  type NotificationChannel,
  type NotificationKind,
  type NotificationSetting,
} from '@tendwell/contract/chat/notifications'
import { and, eq, inArray } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import { type Reader, withTransaction } from '../../platform/database/database.ts'
import { invalid } from '../../platform/errors.ts'
import { lockUser } from '../people/index.ts'
import { upsertSetting } from './store.ts'
import { notificationSettings } from './tables.ts'

type Channels = Record<NotificationChannel, boolean>

type Row = typeof notificationSettings.$inferSelect

/** A user's channels for one kind. Without a stored setting all are on. */
const toChannels = (row: Row | undefined): Channels => ({
  in_app: row?.inApp ?? true,
  email: row?.email ?? true,
})

const toColumns = ({ in_app, email }: Channels): Omit<Row, 'userId' | 'kind'> => ({ inApp: in_app, email })

/** Whether notifications of a kind can't be switched off in a channel. */
const isAlwaysOn = (kind: NotificationKind, channel: NotificationChannel) =>
  ALWAYS_ON[kind]?.includes(channel) ?? false

/** A user, and a kind of notifications; null for those to admins, which are always on. */
type Recipient = { userId: number; kind: NotificationKind | null }

/** Through which channels notifications of a kind reach a user, in the order of the recipients. */
export async function listChannels(reader: Reader, recipients: readonly Recipient[]): Promise<Channels[]> {
  const userIds = recipients.map(({ userId }) => userId)
  const kinds = recipients.flatMap(({ kind }) => kind ?? [])
  const isForRecipients = and(
    inArray(notificationSettings.userId, userIds),
    inArray(notificationSettings.kind, kinds),
  )
  const rows = kinds.length > 0 ? await reader.select().from(notificationSettings).where(isForRecipients) : []
  return recipients.map(({ userId, kind }) =>
    toChannels(rows.find((row) => row.userId === userId && row.kind === kind)),
  )
}

/** As `listChannels`, for one recipient. */
export async function findChannels(
  reader: Reader,
  userId: number,
  kind: NotificationKind | null,
): Promise<Channels> {
  const [channels] = await listChannels(reader, [{ userId, kind }])
  return channels as Channels
}

/** A user's channels for each kind of notification. */
export async function listSettings(reader: Reader, userId: number): Promise<NotificationSetting[]> {
  const rows = await reader.select().from(notificationSettings).where(eq(notificationSettings.userId, userId))
  return NOTIFICATION_KINDS.map((kind) => {
    const row = rows.find((setting) => setting.kind === kind)
    const always_on = NOTIFICATION_CHANNELS.filter((channel) => isAlwaysOn(kind, channel))
    return { kind, ...toChannels(row), always_on }
  })
}

/**
 * Switches channels of one kind on or off.
 * @param switches on or off for each channel to switch; all other channels stay as they are
 * @throws AppError 400 for a channel that has to stay on
 */
export async function changeSetting(
  deps: Pick<Deps, 'database'>,
  userId: number,
  kind: NotificationKind,
  switches: Partial<Record<NotificationChannel, boolean | undefined>>,
): Promise<void> {
  const refusedChannels = NOTIFICATION_CHANNELS.filter(
    (channel) => switches[channel] === false && isAlwaysOn(kind, channel),
  )
  if (refusedChannels.length > 0) {
    const message = "This can't be switched off, because it is about money or your account's safety"
    throw invalid(Object.fromEntries(refusedChannels.map((channel) => [channel, [message]])))
  }
  await withTransaction(deps.database, async (transaction) => {
    // The lock keeps two calls at the same time from undoing each other.
    await lockUser(transaction, userId)
    const oldChannels = await findChannels(transaction, userId, kind)
    const givenSwitches = Object.entries(switches).filter(([, isOn]) => isOn !== undefined)
    const newChannels: Channels = { ...oldChannels, ...Object.fromEntries(givenSwitches) }
    await upsertSetting(transaction, { userId, kind, ...toColumns(newChannels) })
  })
}
