import { type SQL, sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, pgTable, text, timestamp, unique } from 'drizzle-orm/pg-core'
import { users } from '../accounts/tables.ts'
import { SIDES } from './conversation.ts'

const moment = () => timestamp({ withTimezone: true })
const person = () =>
  integer()
    .notNull()
    .references(() => users.id)

/** The one conversation of a family and a caregiver, with how far each of the two has read. */
export const conversations = pgTable(
  'conversations',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    caretakerId: person(),
    caregiverId: person(),
    /** How many messages there are: the next one is the one after. Its row lock puts them in order. */
    lastSequence: integer().notNull().default(0),
    lastMessageAt: moment().notNull(),
    caretakerRead: integer().notNull().default(0),
    caregiverRead: integer().notNull().default(0),
    createdAt: moment().notNull(),
  },
  (table) => [
    unique('conversations_pair').on(table.caretakerId, table.caregiverId),
    check('conversations_two', sql`${table.caretakerId} <> ${table.caregiverId}`),
    check(
      'conversations_read',
      sql`${table.caretakerRead} BETWEEN 0 AND ${table.lastSequence} AND ${table.caregiverRead} BETWEEN 0 AND ${table.lastSequence}`,
    ),
    index('conversations_caretaker').on(
      table.caretakerId,
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
    /** 1, 2, 3 … in each conversation. */
    sequence: integer().notNull(),
    /** The message it follows, which must exist: so there is no gap, and none can be made. */
    previousSequence: integer().generatedAlwaysAs((): SQL => sql`nullif(sequence - 1, 0)`),
    /** Which of the two wrote it: nobody else can. */
    sender: text({ enum: SIDES }).notNull(),
    text: text().notNull(),
    /** What its sender's client calls it. */
    clientId: text(),
    createdAt: moment().notNull(),
    readAt: moment(),
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
    check('messages_sequence_from_one', sql`${table.sequence} >= 1`),
    check('messages_sender', sql`${table.sender} IN ('caretaker', 'caregiver')`),
    check('messages_text', sql`length(${table.text}) <= 4000 AND btrim(${table.text}, E' \\t\\r\\n') <> ''`),
  ],
)

/** When a person was last there: had a socket open, or read a message. */
export const presences = pgTable('presences', {
  userId: integer()
    .primaryKey()
    .references(() => users.id),
  seenAt: moment().notNull(),
})
