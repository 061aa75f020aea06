import { bigint, boolean, integer, text } from 'drizzle-orm/pg-core'
import { timestamptz } from '../../platform/database/columns.ts'
import { sandbox } from '../sandbox/tables.ts'

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
  cardName: text(),
  /** How refunds to the test card behave. */
  refunds: text({ enum: ['at once', 'later', 'never'] })
    .notNull()
    .default('at once'),
  lastDecline: text(),
  expiresAt: timestamptz().notNull(),
  createdAt: timestamptz().notNull(),
})

export const sandboxRefunds = sandbox.table('refunds', {
  id: text().primaryKey(),
  idempotencyKey: text().notNull().unique(),
  paymentIntentId: text().notNull(),
  amountCents: integer().notNull(),
  status: text({ enum: ['pending', 'succeeded', 'failed'] }).notNull(),
  /** When a slow refund completes; null if it is not slow or has completed. */
  completesAt: timestamptz(),
  /** Whether it succeeds when it completes. */
  succeeds: boolean().notNull().default(true),
  createdAt: timestamptz().notNull(),
})

/** A caregiver's account, as in Stripe Connect. */
export const sandboxAccounts = sandbox.table('accounts', {
  id: text().primaryKey(),
  idempotencyKey: text().notNull().unique(),
  email: text().notNull(),
  detailsSubmitted: boolean().notNull().default(false),
  /** The end of the test bank account's number. */
  bankLast4: text(),
  /** How payouts to the test bank account behave. */
  payouts: text({ enum: ['arrive', 'fail', 'are canceled'] })
    .notNull()
    .default('arrive'),
  /** The current onboarding link, and where it returns to. */
  linkToken: text().unique(),
  returnUrl: text(),
  refreshUrl: text(),
  linkExpiresAt: timestamptz(),
  createdAt: timestamptz().notNull(),
})

export const sandboxTransfers = sandbox.table('transfers', {
  id: text().primaryKey(),
  idempotencyKey: text().notNull().unique(),
  accountId: text().notNull(),
  amountCents: bigint({ mode: 'number' }).notNull(),
  reversalId: text(),
  createdAt: timestamptz().notNull(),
})

export const sandboxPayouts = sandbox.table('payouts', {
  id: text().primaryKey(),
  idempotencyKey: text().notNull().unique(),
  accountId: text().notNull(),
  amountCents: bigint({ mode: 'number' }).notNull(),
  status: text({ enum: ['pending', 'paid', 'failed', 'canceled'] }).notNull(),
  failureMessage: text(),
  arrivesAt: timestamptz().notNull(),
  createdAt: timestamptz().notNull(),
})

/** Changes of a connected account's balance, or of ours if `accountId` is null. What comes in is positive. */
export const sandboxMovements = sandbox.table('movements', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  reference: text().notNull().unique(),
  accountId: text(),
  amountCents: bigint({ mode: 'number' }).notNull(),
  createdAt: timestamptz().notNull(),
})
