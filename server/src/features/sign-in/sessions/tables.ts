import { boolean, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from '../../../platform/database/columns.ts'
import { users } from '../../people/tables.ts'

export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    userAgent: text().notNull(),
    address: text().notNull(),
    /** Where the address is registered, as ISO 3166 code; null if that is unknown. */
    country: text(),
    /** The device, by the id in the account's cookie that makes the browser a known device. */
    deviceId: uuid().notNull(),
    /** The id in the browser's own cookie, the same for all accounts in it. */
    browserId: uuid().notNull(),
    /**
     * Whether the owner said that the session's device isn't theirs. The device is then new to the account.
     */
    isDisowned: boolean().notNull().default(false),
    /**
     * Whether the owner secured the account after the session was opened on another device. That may be a
     * thief's, so its next login is mailed as that of a new device.
     */
    isForgotten: boolean().notNull().default(false),
    createdAt: timestamptz().notNull(),
    usedAt: timestamptz().notNull(),
    /** When the user last gave their password or a Google credential in this session. */
    provenAt: timestamptz().notNull(),
    /** When the user last gave a second step in this session; null if they never did. */
    secondStepAt: timestamptz(),
    endedAt: timestamptz(),
  },
  (table) => [
    index('sessions_user').on(table.userId, table.createdAt),
    index('sessions_browser').on(table.browserId),
  ],
)

/**
 * The hashes of all refresh tokens of a session. Used ones stay until they expire, so that reuse is detected.
 */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    tokenHash: text().primaryKey(),
    sessionId: uuid()
      .notNull()
      .references(() => sessions.id),
    expiresAt: timestamptz().notNull(),
    usedAt: timestamptz(),
  },
  (table) => [index('refresh_tokens_expires').on(table.expiresAt)],
)

/** The UTC days of a month on which a user made an authenticated call. */
export const activeMonths = pgTable(
  'active_months',
  {
    /** The month's first day. */
    month: date({ mode: 'string' }).notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** A bit per day; bit 0 is the first day. */
    days: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.month, table.userId] }),
    // Covers the query for users active in a span of months.
    index('active_months_user').on(table.userId, table.month, table.days),
  ],
)
