import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { users } from '../accounts/tables.ts'

const moment = () => timestamp({ withTimezone: true })

/**
 * open: the payer may pay · captured: paid, not yet settled · succeeded: settled for a booking ·
 * refunding: to be given back in full · refunded · failed: expired or given up.
 */
export const PAYMENT_STATES = ['open', 'captured', 'succeeded', 'refunding', 'refunded', 'failed'] as const

export const payments = pgTable(
  'payments',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** The request that is paid; payments know it as a number alone. */
    requestId: integer().notNull(),
    payerId: integer()
      .notNull()
      .references(() => users.id),
    payeeId: integer()
      .notNull()
      .references(() => users.id),
    description: text().notNull(),
    amountCents: integer().notNull(),
    feeCents: integer().notNull(),
    status: text({ enum: PAYMENT_STATES }).notNull().default('open'),
    failureReason: text(),
    provider: text().notNull(),
    sessionId: text().unique(),
    checkoutUrl: text(),
    paymentIntentId: text(),
    chargeId: text(),
    refundId: text(),
    expiresAt: moment().notNull(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (table) => [
    check(
      'payments_amount',
      sql`${table.amountCents} > 0 AND ${table.feeCents} BETWEEN 0 AND ${table.amountCents}`,
    ),
    check(
      'payments_status',
      sql`${table.status} IN ('open', 'captured', 'succeeded', 'refunding', 'refunded', 'failed')`,
    ),
    /** One payment at a time may take money for a request. */
    uniqueIndex('payments_live_of_request')
      .on(table.requestId)
      .where(sql`${table.status} IN ('open', 'captured', 'succeeded')`),
    index('payments_payer').on(table.payerId, table.id.desc().nullsFirst()),
    index('payments_unsettled')
      .on(table.updatedAt)
      .where(sql`${table.status} IN ('open', 'captured', 'refunding')`),
  ],
)

/** The inbox: each provider event once, whatever it says and however often it comes. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    provider: text().notNull(),
    eventId: text().notNull(),
    type: text().notNull(),
    sessionId: text(),
    payload: jsonb().notNull(),
    receivedAt: moment().notNull(),
    appliedAt: moment(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.eventId] })],
)

export type Payment = typeof payments.$inferSelect
