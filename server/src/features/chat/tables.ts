import { SIGNUP_ROLES } from '@tendwell/contract/sign-in/accounts'
import { type SQL, sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { isOneOf } from '../../platform/database/checks.ts'
import { timestamptz } from '../../platform/database/columns.ts'
import { users } from '../people/tables.ts'

const userId = () =>
  integer()
    .notNull()
    .references(() => users.id)

/** One row for each family and caregiver who wrote to each other, and up to which sequence each has read. */
export const conversations = pgTable(
  'conversations',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    familyId: userId(),
    caregiverId: userId(),
    /**
     * The sequence of the newest message, which is also how many messages there are. It grows under the row's
     * lock.
     */
    lastSequence: integer().notNull().default(0),
    lastMessageAt: timestamptz().notNull(),
    familyRead: integer().notNull().default(0),
    caregiverRead: integer().notNull().default(0),
    createdAt: timestamptz().notNull(),
  },
  (table) => [
    unique('conversations_pair').on(table.familyId, table.caregiverId),
    check('conversations_two', sql`${table.familyId} <> ${table.caregiverId}`),
    check(
      'conversations_read',
      sql`${table.familyRead} BETWEEN 0 AND ${table.lastSequence} AND ${table.caregiverRead} BETWEEN 0 AND ${table.lastSequence}`,
    ),
    index('conversations_family').on(
      table.familyId,
      table.lastMessageAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('conversations_caregiver').on(
      table.caregiverId,
      table.lastMessageAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
  ],
)

export const messages = pgTable(
  'messages',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    conversationId: integer()
      .notNull()
      .references(() => conversations.id),
    /** 1, 2, 3 … within the conversation. */
    sequence: integer().notNull(),
    /** A foreign key to the previous message, so that no sequence can be missing. */
    previousSequence: integer().generatedAlwaysAs((): SQL => sql`nullif(sequence - 1, 0)`),
    sender: text({ enum: SIGNUP_ROLES }).notNull(),
    text: text().notNull(),
    /**
     * Whether the text has contact details and was sent before the first paid booking of the two members. The
     * text is shown nevertheless.
     */
    hasContactDetails: boolean().notNull().default(false),
    /** The id that the sender's client gave the message. */
    clientId: text(),
    createdAt: timestamptz().notNull(),
    readAt: timestamptz(),
    /** When staff removed the message: both members then read another text in its place. */
    hiddenAt: timestamptz(),
    /**
     * When staff most recently removed the message or showed it again, so that clients that reconnect get it
     * again.
     */
    changedAt: timestamptz(),
  },
  (table) => [
    unique('messages_sequence').on(table.conversationId, table.sequence),
    unique('messages_client_id').on(table.conversationId, table.sender, table.clientId),
    foreignKey({
      name: 'messages_previous',
      columns: [table.conversationId, table.previousSequence],
      foreignColumns: [table.conversationId, table.sequence],
    }),
    index('messages_created').on(table.createdAt),
    index('messages_changed').on(table.conversationId, table.changedAt).where(sql`changed_at IS NOT NULL`),
    check('messages_sequence_from_one', sql`${table.sequence} >= 1`),
    check('messages_sender', isOneOf(table.sender, SIGNUP_ROLES)),
    check('messages_text', sql`length(${table.text}) <= 4000 AND btrim(${table.text}, E' \\t\\r\\n') <> ''`),
  ],
)

/** When a user was last seen, that is, a visible page of theirs pinged or they read a message. */
export const presences = pgTable('presences', {
  userId: integer()
    .primaryKey()
    .references(() => users.id),
  seenAt: timestamptz().notNull(),
})
