import { PAYMENT_STEPS, REFUND_STEPS } from '@tendwell/contract/console/money'
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { isOneOf, toSqlList } from '../../platform/database/checks.ts'
import { timestamptz } from '../../platform/database/columns.ts'
import { users } from '../people/tables.ts'
import { LIVE_STATES } from './payment.ts'

export const payments = pgTable(
  'payments',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Not a foreign key: this slice does not know requests. */
    requestId: integer().notNull(),
    payerId: integer()
      .notNull()
      .references(() => users.id),
    payeeId: integer()
      .notNull()
      .references(() => users.id),
    amountCents: integer().notNull(),
    feeCents: integer().notNull(),
    /**
     * open: can be paid · captured: paid, not yet settled · succeeded: settled for a booking · refunding:
     * being refunded in full · refunded · failed: expired or closed.
     */
    status: text({ enum: PAYMENT_STEPS }).notNull().default('open'),
    failureReason: text(),
    provider: text().notNull(),
    sessionId: text().unique(),
    checkoutUrl: text(),
    paymentIntentId: text(),
    chargeId: text().unique(),
    /** How much of the payment is in the payee's escrow, in cents. */
    escrowCents: integer().notNull().default(0),
    /**
     * How much of the payment is on hold, for a dispute or a chargeback, in cents; and how much of that came
     * from the payee's available balance.
     */
    heldCents: integer().notNull().default(0),
    heldFromAvailableCents: integer().notNull().default(0),
    /** How many times money of the payment was put on hold; part of its ledger keys. */
    holds: integer().notNull().default(0),
    /** The refunds requested so far, in cents, whether or not they have arrived. */
    refundCents: integer().notNull().default(0),
    /** How much of `refundCents` came from the platform's fee. */
    feeRefundCents: integer().notNull().default(0),
    /** How much of `refundCents` Tendwell bore, so that neither the payee nor the fee paid it. */
    borneCents: integer().notNull().default(0),
    /**
     * How much of the payment lost chargebacks took, in cents: from the payee's part, and from refunds that
     * were on their way.
     */
    lostCents: integer().notNull().default(0),
    paidAt: timestamptz(),
    releasedAt: timestamptz(),
    /** When the care that the payment is for ended; recorded when its money becomes available. */
    careEndedAt: timestamptz(),
    expiresAt: timestamptz().notNull(),
    createdAt: timestamptz().notNull(),
    updatedAt: timestamptz().notNull(),
  },
  (table) => [
    check(
      'payments_amount',
      sql`${table.amountCents} > 0 AND ${table.feeCents} BETWEEN 0 AND ${table.amountCents}`,
    ),
    check('payments_status', isOneOf(table.status, PAYMENT_STEPS)),
    check(
      'payments_parts',
      sql`${table.escrowCents} >= 0 AND ${table.heldFromAvailableCents} BETWEEN 0 AND ${table.heldCents}
        AND ${table.refundCents} BETWEEN 0 AND ${table.amountCents}
        AND ${table.feeRefundCents} BETWEEN 0 AND ${table.feeCents}
        AND ${table.borneCents} BETWEEN 0 AND ${table.refundCents}
        AND ${table.lostCents} >= 0
        AND ${table.escrowCents} + ${table.heldCents} + ${table.refundCents} - ${table.borneCents} + ${table.lostCents}
          <= ${table.amountCents}`,
    ),
    /** A request has at most one live payment. */
    uniqueIndex('payments_live_of_request')
      .on(table.requestId)
      .where(sql`${table.status} IN (${toSqlList(LIVE_STATES)})`),
    index('payments_request').on(table.requestId),
    // The console sorts all payments by these columns.
    index('payments_created').on(table.createdAt, table.id),
    index('payments_amounts').on(table.amountCents, table.id),
    index('payments_payer_created').on(
      table.payerId,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    // For a caregiver's payments, and `listReleasedMoney`: how much of their available money is new.
    index('payments_payee_care').on(table.payeeId, table.careEndedAt),
    index('payments_failed').on(table.createdAt, table.id).where(sql`${table.status} = 'failed'`),
    index('payments_unsettled')
      .on(table.updatedAt)
      .where(sql`${table.status} IN ('open', 'captured', 'refunding')`),
  ],
)

/** Money on its way back to a payer. It is in `unallocated` until the provider has sent it. */
export const refunds = pgTable(
  'refunds',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    paymentId: integer()
      .notNull()
      .references(() => payments.id),
    /** Makes the refund happen once; the provider's idempotency keys start with it. */
    key: text().notNull().unique(),
    amountCents: integer().notNull(),
    /** How much of the refund Tendwell bears, in cents. */
    borneCents: integer().notNull().default(0),
    /** Why the refund was made, which the payer reads. */
    reason: text().notNull(),
    /**
     * pending: to be requested, or requested · succeeded · failed: refused five times; retried once a day ·
     * taken_back: not sent, because the payer's bank gave that money back.
     */
    status: text({ enum: REFUND_STEPS }).notNull().default('pending'),
    /** How many times the provider has refused the refund. Each new attempt has its own idempotency key. */
    refusals: integer().notNull().default(0),
    /** When the provider was first asked in this attempt; recorded before the call. */
    askedAt: timestamptz(),
    providerRefundId: text().unique(),
    /** The reference of a refund that was paid another way than to the card, such as by a bank transfer. */
    reference: text(),
    failureReason: text(),
    createdAt: timestamptz().notNull(),
    updatedAt: timestamptz().notNull(),
  },
  (table) => [
    check(
      'refunds_amount',
      sql`${table.amountCents} > 0 AND ${table.borneCents} BETWEEN 0 AND ${table.amountCents}`,
    ),
    check('refunds_status', isOneOf(table.status, REFUND_STEPS)),
    index('refunds_payment').on(table.paymentId),
    // The console sorts all refunds by these columns.
    index('refunds_created').on(table.createdAt, table.id),
    index('refunds_amounts').on(table.amountCents, table.id),
    index('refunds_unfinished').on(table.updatedAt).where(sql`${table.status} IN ('pending', 'failed')`),
  ],
)

/** open: the bank decides · won: the payment stays · lost: the bank took it back. */
export const CHARGEBACK_STATES = ['open', 'won', 'lost'] as const

/** Payments that the payer's bank takes back, or asks about. */
export const chargebacks = pgTable(
  'chargebacks',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    paymentId: integer()
      .notNull()
      .references(() => payments.id),
    providerChargebackId: text().notNull().unique(),
    amountCents: integer().notNull(),
    /** The bank's reason, as the provider's code. */
    reason: text().notNull(),
    status: text({ enum: CHARGEBACK_STATES }).notNull().default('open'),
    evidenceDueAt: timestamptz(),
    openedAt: timestamptz().notNull(),
    closedAt: timestamptz(),
    /**
     * When everything that follows from the decision was done. Until then the payment counts as being decided
     * on.
     */
    carriedOutAt: timestamptz(),
    /** When staff let the payer pay again after the chargeback was lost. */
    clearedAt: timestamptz(),
  },
  (table) => [
    check('chargebacks_amount', sql`${table.amountCents} > 0`),
    check('chargebacks_status', isOneOf(table.status, CHARGEBACK_STATES)),
    check('chargebacks_closed', sql`(${table.status} = 'open') = (${table.closedAt} IS NULL)`),
    check('chargebacks_carried_out', sql`${table.carriedOutAt} IS NULL OR ${table.closedAt} IS NOT NULL`),
    check('chargebacks_cleared', sql`${table.clearedAt} IS NULL OR ${table.status} = 'lost'`),
    index('chargebacks_payment').on(table.paymentId),
    index('chargebacks_open').on(table.openedAt).where(sql`${table.status} = 'open'`),
  ],
)

/** Every event that the provider sent, stored once, without its content, which can name people and banks. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    provider: text().notNull(),
    eventId: text().notNull(),
    type: text().notNull(),
    sessionId: text(),
    /** The connected account and the object that the event is about. */
    accountId: text(),
    objectId: text(),
    receivedAt: timestamptz().notNull(),
    appliedAt: timestamptz(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.eventId] }),
    index('webhook_events_chargebacks')
      .on(table.receivedAt)
      .where(sql`${table.type} LIKE 'charge.dispute.%'`),
    index('webhook_events_unapplied').on(table.receivedAt).where(sql`${table.appliedAt} IS NULL`),
  ],
)

export type Payment = typeof payments.$inferSelect
export type Refund = typeof refunds.$inferSelect
export type Chargeback = typeof chargebacks.$inferSelect
