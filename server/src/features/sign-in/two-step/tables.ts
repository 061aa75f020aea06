/** @see docs/rules/two-step.md */
import { RECOVERY_STATES } from '@tendwell/contract/sign-in/two-step'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { isOneOf } from '../../../platform/database/checks.ts'
import { timestamptz } from '../../../platform/database/columns.ts'
import { users } from '../../people/tables.ts'

const userId = () =>
  integer()
    .notNull()
    .references(() => users.id)

export const FACTOR_METHODS = ['passkey', 'app'] as const

/** Passkeys, and one authenticator app for each user. */
export const factors = pgTable(
  'factors',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: userId(),
    method: text({ enum: FACTOR_METHODS }).notNull(),
    name: text().notNull(),
    /**
     * What checks the factor's answers: a passkey's public key (COSE, base64url), or an app's secret (base32,
     * encrypted).
     */
    key: text().notNull(),
    /**
     * Goes up with each answer, so that none works twice: how often a passkey says that it has signed (always
     * 0 if it doesn't count), or the 30-second step of the newest code of an app.
     */
    counter: bigint({ mode: 'number' }).notNull(),
    createdAt: timestamptz().notNull(),
    usedAt: timestamptz(),
    /** The device, as its sessions name it, on which it was added. */
    deviceId: uuid().notNull(),
    /** The authenticator's id of a passkey, as base64url; null for an app. */
    credentialId: text().unique(),
    /** How the browser reaches a passkey, such as `internal`; its hint for the next time. */
    transports: text().array().notNull().default([]),
    /** Whether a password manager backs a passkey up. */
    isSynced: boolean().notNull().default(false),
  },
  (table) => [
    index('factors_user').on(table.userId),
    uniqueIndex('factors_app').on(table.userId).where(sql`${table.method} = 'app'`),
    check('factors_method', isOneOf(table.method, FACTOR_METHODS)),
    check('factors_credential', sql`(${table.credentialId} IS NOT NULL) = (${table.method} = 'passkey')`),
    check('factors_counter', sql`${table.counter} >= 0`),
  ],
)

/** Secrets of authenticator apps that no code has confirmed yet. */
export const appSetups = pgTable('app_setups', {
  userId: userId().primaryKey(),
  /** Base32, encrypted. */
  secret: text().notNull(),
  expiresAt: timestamptz().notNull(),
})

/** The recovery codes that can still be used, as hashes: each is deleted when it is used. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  { userId: userId(), codeHash: text().notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
)

/**
 * `login_ticket` proves the first step of a login, and `remembered_device` spares a browser the second. The
 * others are challenges, which a passkey has to sign, by what the passkey is used for.
 */
export const TOKEN_PURPOSES = [
  'login_ticket',
  'remembered_device',
  'new_passkey',
  'passkey_login',
  'second_step',
  'reauthenticate',
] as const

/** Random texts that expire, as hashes. */
export const twoStepTokens = pgTable(
  'two_step_tokens',
  {
    tokenHash: text().primaryKey(),
    purpose: text({ enum: TOKEN_PURPOSES }).notNull(),
    /** Null for `passkey_login`, where the passkey identifies the user. */
    userId: integer().references(() => users.id),
    expiresAt: timestamptz().notNull(),
    /** What the first step of a login was: `password`, or the issuer of an identity. */
    firstStep: text(),
    /** The IANA zone of the browser that logs in. */
    timezone: text(),
    /** Wrong second steps with a ticket. */
    failures: integer().notNull().default(0),
  },
  (table) => [
    index('two_step_tokens_user').on(table.userId),
    index('two_step_tokens_expires').on(table.expiresAt),
    check('two_step_tokens_purpose', isOneOf(table.purpose, TOKEN_PURPOSES)),
    check('two_step_tokens_user', sql`(${table.userId} IS NULL) = (${table.purpose} = 'passkey_login')`),
    check(
      'two_step_tokens_first_step',
      sql`(${table.firstStep} IS NOT NULL) = (${table.purpose} = 'login_ticket')`,
    ),
    check('two_step_tokens_failures', sql`${table.failures} BETWEEN 0 AND 5`),
  ],
)

/** Staff requests to end someone's two-step sign-in. A person has one open request at most. */
export const twoStepRecoveries = pgTable(
  'two_step_recoveries',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: userId(),
    state: text({ enum: RECOVERY_STATES }).notNull().default('open'),
    reason: text().notNull(),
    requestedBy: userId(),
    requestedAt: timestamptz().notNull(),
    expiresAt: timestamptz().notNull(),
    /** The hash of the token in the mailed link that stops the request; null until the mail is sent. */
    stopTokenHash: text().unique(),
    /** Null unless it was approved or declined. */
    decidedBy: integer().references(() => users.id),
    endedAt: timestamptz(),
  },
  (table) => [
    uniqueIndex('two_step_recoveries_open').on(table.userId).where(sql`${table.state} = 'open'`),
    index('two_step_recoveries_user').on(table.userId, table.id),
    check('two_step_recoveries_state', isOneOf(table.state, RECOVERY_STATES)),
    check('two_step_recoveries_ended', sql`(${table.endedAt} IS NULL) = (${table.state} = 'open')`),
    check(
      'two_step_recoveries_decided',
      sql`(${table.decidedBy} IS NOT NULL) = (${table.state} IN ('approved', 'declined'))`,
    ),
    check(
      'two_step_recoveries_two_admins',
      sql`${table.requestedBy} <> ${table.userId} AND coalesce(${table.decidedBy} NOT IN (${table.userId}, ${table.requestedBy}), true)`,
    ),
  ],
)
