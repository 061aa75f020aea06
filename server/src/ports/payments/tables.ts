import { bigint, boolean, index, integer, jsonb, pgSchema, text, timestamp } from 'drizzle-orm/pg-core'

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
  /** The test card's way with refunds. */
  refunds: text({ enum: ['at once', 'later', 'never'] })
    .notNull()
    .default('at once'),
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
  /** When a slow one ends, or one that seems done comes back, and which of the two; null once it is over. */
  endsAt: moment(),
  endsWell: boolean().notNull().default(true),
  createdAt: moment().notNull(),
})

/** A caregiver's account with the provider, as Connect has them. */
export const sandboxAccounts = sandbox.table('accounts', {
  id: text().primaryKey(),
  idempotencyKey: text().notNull().unique(),
  email: text().notNull(),
  detailsSubmitted: boolean().notNull().default(false),
  /** The test bank account's way with payouts. */
  payouts: text({ enum: ['arrive', 'fail', 'are canceled'] })
    .notNull()
    .default('arrive'),
  /** The present onboarding link and where it leads back to. */
  linkToken: text().unique(),
  returnUrl: text(),
  refreshUrl: text(),
  linkExpiresAt: moment(),
  createdAt: moment().notNull(),
})

export const sandboxTransfers = sandbox.table('transfers', {
  id: text().primaryKey(),
  idempotencyKey: text().notNull().unique(),
  accountId: text().notNull(),
  amountCents: bigint({ mode: 'number' }).notNull(),
  reversalId: text(),
  createdAt: moment().notNull(),
})

export const sandboxPayouts = sandbox.table('payouts', {
  id: text().primaryKey(),
  idempotencyKey: text().notNull().unique(),
  accountId: text().notNull(),
  amountCents: bigint({ mode: 'number' }).notNull(),
  status: text({ enum: ['pending', 'paid', 'failed', 'canceled'] }).notNull(),
  failureMessage: text(),
  arrivesAt: moment().notNull(),
  createdAt: moment().notNull(),
})

/**
 * Each movement of a balance it keeps, in cents: ours where there is no account, else a connected account's.
 * Charges are above zero, refunds and what is sent on below.
 */
export const sandboxMovements = sandbox.table('movements', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  reference: text().notNull().unique(),
  accountId: text(),
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
