import { SIGNUP_ROLES } from '@tendwell/contract/accounts'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'

const moment = () => timestamp({ withTimezone: true })

export const users = pgTable(
  'users',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Lower case; an address names one person. */
    email: text().notNull().unique(),
    fullName: text().notNull(),
    role: text({ enum: [...SIGNUP_ROLES, 'admin'] }).notNull(),
    /** Argon2id; null where the person has never chosen one. */
    passwordHash: text(),
    emailVerifiedAt: moment(),
    isActive: boolean().notNull().default(true),
    avatarFileId: uuid(),
    /** Kept by the profiles, so that a session needs no second look. */
    profileComplete: boolean().notNull().default(false),
    createdAt: moment().notNull(),
  },
  (table) => [
    check('users_role', sql`${table.role} IN ('caregiver', 'caretaker', 'admin')`),
    check('users_email_lower', sql`${table.email} = lower(${table.email})`),
    index('users_role_created').on(table.role, table.createdAt),
    // Admins find people by a part of their name or address.
    index('users_name_parts').using('gin', sql`lower(${table.fullName}) gin_trgm_ops`),
    index('users_email_parts').using('gin', table.email.op('gin_trgm_ops')),
  ],
)

export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    userAgent: text().notNull(),
    address: text().notNull(),
    createdAt: moment().notNull(),
    usedAt: moment().notNull(),
    endedAt: moment(),
  },
  (table) => [index('sessions_live_of_user').on(table.userId).where(sql`${table.endedAt} IS NULL`)],
)

/** Every refresh token ever given in a session, by its hash; a used one that comes back betrays a thief. */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    tokenHash: text().primaryKey(),
    sessionId: uuid()
      .notNull()
      .references(() => sessions.id),
    expiresAt: moment().notNull(),
    usedAt: moment(),
  },
  (table) => [index('refresh_tokens_expires').on(table.expiresAt)],
)

/** What a person asked for when signing up again with an address that waits for its verification. */
export type RepeatedSignup = {
  fullName: string
  role: (typeof SIGNUP_ROLES)[number]
  passwordHash: string
  timezone: string | null
}

/** Tokens of mailed links, by their hash: single use, expiring. */
export const mailedTokens = pgTable(
  'mailed_tokens',
  {
    tokenHash: text().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    purpose: text({ enum: ['verify_email', 'reset_password'] }).notNull(),
    expiresAt: moment().notNull(),
    usedAt: moment(),
    /**
     * The sign-up that this link confirms, where it is not the account's first one: the account takes it over only
     * when the link is used. So whoever signs up with an address that isn't theirs keeps no password of it.
     * Until an account is verified these tell that more than one may have signed up with its address.
     */
    signup: jsonb().$type<RepeatedSignup>(),
  },
  (table) => [index('mailed_tokens_user').on(table.userId)],
)

/** By whom a person may be vouched for: the provider's own key of the person, never the address (trust.md, 6.8.x). */
export const identities = pgTable(
  'identities',
  {
    issuer: text().notNull(),
    subject: text().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    linkedAt: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.issuer, table.subject] }),
    index('identities_user').on(table.userId),
  ],
)

/** Tokens of identity providers that have been used, until they would be refused for their age. */
export const usedCredentials = pgTable(
  'used_credentials',
  {
    tokenId: text().primaryKey(),
    expiresAt: moment().notNull(),
  },
  (table) => [index('used_credentials_expires').on(table.expiresAt)],
)

/** On which days of a month, in UTC, a person made an authenticated call. */
export const activeMonths = pgTable(
  'active_months',
  {
    /** The month's first day. */
    month: date({ mode: 'string' }).notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** Bit 0 is the month's first day. */
    days: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.month, table.userId] }),
    // Person by person, with the days: whoever was active within years is told without sorting or gathering.
    index('active_months_user').on(table.userId, table.month, table.days),
  ],
)

/** Who did what to whom and when; written, never changed. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    at: moment().notNull(),
    actorId: integer(),
    action: text().notNull(),
    subject: text().notNull(),
    before: jsonb(),
    after: jsonb(),
    address: text(),
  },
  (table) => [index('audit_log_subject').on(table.subject, table.at)],
)
