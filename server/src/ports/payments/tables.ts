import { bigint, index, integer, jsonb, pgSchema, text, timestamp } from 'drizzle-orm/pg-core'

/** The sandbox provider's own books, apart from the product's: nothing but its adapter reads them. */
export const sandbox = pgSchema('sandbox')

const moment = () => timestamp({ withTimezone: true })

export const sandboxSessions = sandbox.table('checkout_sessions', {
  id: text().primaryKey(),
  idempotencyKey: text().notNull().unique(),
  paymentId: integer().notNull(),
  amountCents: integer().notNull(),
  description: text().notNull(),
  payerEmail: text().notNull(),
  successUrl: text().notNull(),
  cancelUrl: text().notNull(),
  status: text({ enum: ['open', 'paid', 'expired'] }).notNull(),
  paymentIntentId: text().unique(),
  chargeId: text(),
  lastDecline: text(),
  expiresAt: moment().notNull(),
  createdAt: moment().notNull(),
})

export const sandboxRefunds = sandbox.table('refunds', {
  id: text().primaryKey(),
  idempotencyKey: text().notNull().unique(),
  paymentIntentId: text().notNull(),
  amountCents: integer().notNull(),
  status: text({ enum: ['pending', 'succeeded', 'failed'] }).notNull(),
  createdAt: moment().notNull(),
})

/** Each movement of the balance it keeps for us, in cents: charges above zero, refunds below. */
export const sandboxMovements = sandbox.table('movements', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  reference: text().notNull().unique(),
  amountCents: bigint({ mode: 'number' }).notNull(),
  createdAt: moment().notNull(),
})

export const sandboxEvents = sandbox.table(
  'events',
  {
    id: text().primaryKey(),
    type: text().notNull(),
    payload: jsonb().notNull(),
    createdAt: moment().notNull(),
    deliveredAt: moment(),
  },
  (table) => [index('sandbox_events_undelivered').on(table.createdAt)],
)
