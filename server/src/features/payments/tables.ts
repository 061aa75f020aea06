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
    chargeId: text().unique(),
    /** Of its payee's escrow, in cents: the amount less the fee from settling until release. */
    escrowCents: integer().notNull().default(0),
    /** Of its payee's dispute hold, in cents, and how much of that came from her available money. */
    heldCents: integer().notNull().default(0),
    heldFromAvailableCents: integer().notNull().default(0),
    /** How often it was held: a part of its ledger keys. */
    holds: integer().notNull().default(0),
    /** What was asked to go back to the payer, in cents, whether it has arrived or not. */
    refundCents: integer().notNull().default(0),
    /** How much of that the platform gave from its fee. */
    feeRefundCents: integer().notNull().default(0),
    paidAt: moment(),
    releasedAt: moment(),
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
    check(
      'payments_parts',
      sql`${table.escrowCents} >= 0 AND ${table.heldFromAvailableCents} BETWEEN 0 AND ${table.heldCents}
        AND ${table.refundCents} BETWEEN 0 AND ${table.amountCents}
        AND ${table.feeRefundCents} BETWEEN 0 AND ${table.feeCents}
        AND ${table.escrowCents} + ${table.heldCents} + ${table.refundCents} <= ${table.amountCents}`,
    ),
    /** One payment at a time may take money for a request. */
    uniqueIndex('payments_live_of_request')
      .on(table.requestId)
      .where(sql`${table.status} IN ('open', 'captured', 'succeeded')`),
    index('payments_request').on(table.requestId),
    index('payments_payer_created').on(
      table.payerId,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('payments_unsettled')
      .on(table.updatedAt)
      .where(sql`${table.status} IN ('open', 'captured', 'refunding')`),
  ],
)

/**
 * pending: to be asked for, or under way · succeeded · failed: refused so often that admins were told; it is asked
 * for again once a day.
 */
export const REFUND_STATES = ['pending', 'succeeded', 'failed'] as const

/** Money on its way back to a payer: it lies in `unallocated` until the provider has sent it. */
export const refunds = pgTable(
  'refunds',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    paymentId: integer()
      .notNull()
      .references(() => payments.id),
    /** What it is for, such as `payment:12`; the same refund is made once. It begins the provider's keys too. */
    key: text().notNull().unique(),
    amountCents: integer().notNull(),
    /** In words for the payer. */
    reason: text().notNull(),
    status: text({ enum: REFUND_STATES }).notNull().default('pending'),
    /** How often the provider has refused it; each further try has a key of its own. */
    refusals: integer().notNull().default(0),
    /** When the provider was first asked under the present key: recorded before the call. */
    askedAt: moment(),
    /** Nearly every webhook asks whether it is of one of these. */
    providerRefundId: text().unique(),
    failureReason: text(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (table) => [
    check('refunds_amount', sql`${table.amountCents} > 0`),
    check('refunds_status', sql`${table.status} IN ('pending', 'succeeded', 'failed')`),
    index('refunds_payment').on(table.paymentId),
    index('refunds_unfinished').on(table.updatedAt).where(sql`${table.status} <> 'succeeded'`),
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
    /** The connected account, and the object of another kind, that it speaks of. */
    accountId: text(),
    objectId: text(),
    payload: jsonb().notNull(),
    receivedAt: moment().notNull(),
    appliedAt: moment(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.eventId] })],
)

export type Payment = typeof payments.$inferSelect
export type Refund = typeof refunds.$inferSelect
