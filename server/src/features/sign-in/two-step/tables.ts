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

export const passkeys = pgTable(
  'passkeys',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: userId(),
    /** The authenticator's id of it, as base64url. */
    credentialId: text().notNull().unique(),
    /** COSE, as base64url. */
    publicKey: text().notNull(),
    /** How often the authenticator says it has signed; 0 if it doesn't count. */
    counter: bigint({ mode: 'number' }).notNull(),
    /** How the browser reaches it, such as `internal`; its hint for the next time. */
    transports: text().array().notNull(),
    name: text().notNull(),
    /** Whether a password manager backs it up. */
    isSynced: boolean().notNull(),
    createdAt: timestamptz().notNull(),
    usedAt: timestamptz(),
    /** The device, as its sessions name it, on which it was added. */
    deviceId: uuid().notNull(),
  },
  (table) => [index('passkeys_user').on(table.userId), check('passkeys_counter', sql`${table.counter} >= 0`)],
)

/** One for each user. */
export const authenticatorApps = pgTable('authenticator_apps', {
  userId: userId().primaryKey(),
  /** Null until a code confirms it. */
  name: text(),
  /** Base32, encrypted. */
  secret: text().notNull(),
  /** When its secret was made. */
  createdAt: timestamptz().notNull(),
  /** When a code confirmed it; null before that. */
  confirmedAt: timestamptz(),
  usedAt: timestamptz(),
  /** The newest 30-second step whose code was used, so that none works twice. */
  lastStep: bigint({ mode: 'number' }),
  /** The device, as its sessions name it, on which it was confirmed; null before that. */
  deviceId: uuid(),
})

export const recoveryCodes = pgTable(
  'recovery_codes',
  { userId: userId(), codeHash: text().notNull(), usedAt: timestamptz() },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
)

/** Logins that wait for their second step. */
export const loginTickets = pgTable(
  'login_tickets',
  {
    tokenHash: text().primaryKey(),
    userId: userId(),
    /** What the first step was: `password`, or the issuer of an identity. */
    firstStep: text().notNull(),
    /** The browser's IANA zone. */
    timezone: text(),
    failures: integer().notNull().default(0),
    expiresAt: timestamptz().notNull(),
  },
  (table) => [
    index('login_tickets_user').on(table.userId),
    index('login_tickets_expires').on(table.expiresAt),
    check('login_tickets_failures', sql`${table.failures} BETWEEN 0 AND 5`),
  ],
)

export const CHALLENGE_PURPOSES = ['register', 'login', 'second_step', 'reauthenticate'] as const

/** What a passkey has to sign. Each is deleted by the first answer to it. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challengeHash: text().primaryKey(),
    purpose: text({ enum: CHALLENGE_PURPOSES }).notNull(),
    /** Null if the passkey identifies the user. */
    userId: integer().references(() => users.id),
    expiresAt: timestamptz().notNull(),
  },
  (table) => [
    index('passkey_challenges_expires').on(table.expiresAt),
    check('passkey_challenges_purpose', isOneOf(table.purpose, CHALLENGE_PURPOSES)),
    check('passkey_challenges_user', sql`(${table.userId} IS NULL) = (${table.purpose} = 'login')`),
  ],
)

/** Browsers that need no second step for a while. */
export const rememberedDevices = pgTable(
  'remembered_devices',
  { tokenHash: text().primaryKey(), userId: userId(), expiresAt: timestamptz().notNull() },
  (table) => [
    index('remembered_devices_user').on(table.userId),
    index('remembered_devices_expires').on(table.expiresAt),
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
    /** Of the mailed link that stops it; null until it is mailed. */
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
