import { SIGNUP_ROLES, STAFF_ROLES } from '@tendwell/contract/accounts'
import { CONSENT_DOCUMENTS } from '@tendwell/contract/own-data'
import { STAFF_CHANGE_KINDS, STAFF_CHANGE_STATES } from '@tendwell/contract/staff'
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
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { timestamptz } from '../../platform/database/columns.ts'

export const users = pgTable(
  'users',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Lower case. */
    email: text().notNull().unique(),
    fullName: text().notNull(),
    role: text({ enum: [...SIGNUP_ROLES, 'admin'] }).notNull(),
    /** Null unless the role is `admin`. */
    staffRole: text({ enum: STAFF_ROLES }),
    /** Argon2id; null if the user never chose a password. */
    passwordHash: text(),
    emailVerifiedAt: timestamptz(),
    /** The sign-up that the password comes from; null if it was chosen later. Its browser holds this id, signed. */
    signupId: uuid(),
    /** The IANA zone of the browser last used, in which emails give times; null if none ever said. */
    timezone: text(),
    isActive: boolean().notNull().default(true),
    /** When two-step sign-in was turned on; null while it is off. */
    twoStepAt: timestamptz(),
    /** When its owner last said that a change of the account wasn't them. @see docs/rules/accounts.md#this-wasnt-me */
    disownedAt: timestamptz(),
    /** When and why a family or caregiver was deactivated; null while the account is active. */
    deactivatedAt: timestamptz(),
    deactivationReason: text(),
    /** When a suspended account becomes active again; null unless it is suspended. A suspended account is not active. */
    suspendedUntil: timestamptz(),
    avatarFileId: uuid(),
    /** When its owner closed the account; it is erased 14 days later. @see docs/rules/own-data.md#closing-an-account */
    closedAt: timestamptz(),
    /** Maintained by the profiles slice. */
    profileComplete: boolean().notNull().default(false),
    createdAt: timestamptz().notNull(),
  },
  (table) => [
    check('users_role', sql`${table.role} IN ('caregiver', 'caretaker', 'admin')`),
    check(
      'users_staff_role',
      sql`CASE ${table.role} WHEN 'admin' THEN coalesce(${table.staffRole} IN ('support', 'finance', 'admin'), false)
        ELSE ${table.staffRole} IS NULL END`,
    ),
    check('users_suspended', sql`${table.suspendedUntil} IS NULL OR NOT ${table.isActive}`),
    check('users_email_lower', sql`${table.email} = lower(${table.email})`),
    index('users_suspended_until').on(table.suspendedUntil).where(sql`suspended_until IS NOT NULL`),
    check('users_closed', sql`${table.closedAt} IS NULL OR NOT ${table.isActive}`),
    index('users_closed_at').on(table.closedAt).where(sql`${table.closedAt} IS NOT NULL`),
    index('users_role_created').on(table.role, table.createdAt),
    index('users_role_name').on(table.role, sql`lower(${table.fullName})`, table.id),
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
    /** Where the address is registered, as ISO 3166 code; null if that is unknown. */
    country: text(),
    /** The id in the browser's cookie as a known device. */
    deviceId: uuid().notNull(),
    /** The id in the browser's own cookie, the same for all accounts in it. */
    browserId: uuid().notNull(),
    /** Whether the owner said that this device isn't theirs. It is then new to the account at its next login. */
    isDisowned: boolean().notNull().default(false),
    /** Whether the device may be a thief's, as the owner secured the account since: its next login is mailed as a new one's. */
    isForgotten: boolean().notNull().default(false),
    createdAt: timestamptz().notNull(),
    usedAt: timestamptz().notNull(),
    /** When the user last gave their password or a Google credential in this session. */
    provenAt: timestamptz().notNull(),
    /** When the user last gave a second step in this session; null if they never did. */
    secondStepAt: timestamptz(),
    endedAt: timestamptz(),
  },
  (table) => [
    index('sessions_user').on(table.userId, table.createdAt),
    index('sessions_browser').on(table.browserId),
  ],
)

/** The hashes of all refresh tokens of a session. Used ones stay until they expire, so that reuse is detected. */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    tokenHash: text().primaryKey(),
    sessionId: uuid()
      .notNull()
      .references(() => sessions.id),
    expiresAt: timestamptz().notNull(),
    usedAt: timestamptz(),
  },
  (table) => [index('refresh_tokens_expires').on(table.expiresAt)],
)

/** The hashes of single-use tokens in emailed links. */
export const mailedTokens = pgTable(
  'mailed_tokens',
  {
    tokenHash: text().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    purpose: text({
      enum: [
        'verify_email',
        'reset_password',
        'set_password',
        'change_email_old',
        'change_email_new',
        'reopen_account',
      ],
    }).notNull(),
    expiresAt: timestamptz().notNull(),
    /** When the link was used, or ended by a newer one. */
    usedAt: timestamptz(),
  },
  (table) => [index('mailed_tokens_user').on(table.userId)],
)

/** What people agreed to, each version once. Append-only. @see docs/rules/own-data.md#consent */
export const consents = pgTable(
  'consents',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    document: text({ enum: CONSENT_DOCUMENTS }).notNull(),
    /** The day on which this version was written. */
    version: date({ mode: 'string' }).notNull(),
    at: timestamptz().notNull(),
  },
  (table) => [
    unique('consents_once').on(table.userId, table.document, table.version),
    check('consents_document', sql`${table.document} IN ('terms', 'privacy')`),
  ],
)

/** Invitations to the staff. Only one of an address is open. @see docs/rules/accounts.md#joining-the-staff */
export const staffInvitations = pgTable(
  'staff_invitations',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Lower case. */
    email: text().notNull(),
    staffRole: text({ enum: STAFF_ROLES }).notNull(),
    invitedBy: integer()
      .notNull()
      .references(() => users.id),
    /** The second admin; null for one that needed none. */
    approvedBy: integer().references(() => users.id),
    /** Of the newest link; null until it is mailed. */
    tokenHash: text().unique(),
    sentAt: timestamptz().notNull(),
    expiresAt: timestamptz().notNull(),
    acceptedAt: timestamptz(),
    withdrawnAt: timestamptz(),
  },
  (table) => [
    uniqueIndex('staff_invitations_open')
      .on(table.email)
      .where(sql`${table.acceptedAt} IS NULL AND ${table.withdrawnAt} IS NULL`),
    check('staff_invitations_role', sql`${table.staffRole} IN ('support', 'finance', 'admin')`),
  ],
)

/** Changes of the staff that wait for a second admin. A person or address has one open change at most. @see docs/rules/console.md#two-admins */
export const staffChanges = pgTable(
  'staff_changes',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text({ enum: STAFF_CHANGE_KINDS }).notNull(),
    /** Null for an invitation. */
    userId: integer().references(() => users.id),
    /** Who is invited, in lower case; null otherwise. */
    email: text(),
    staffRole: text({ enum: STAFF_ROLES }),
    state: text({ enum: STAFF_CHANGE_STATES }).notNull().default('open'),
    requestedBy: integer()
      .notNull()
      .references(() => users.id),
    requestedAt: timestamptz().notNull(),
    expiresAt: timestamptz().notNull(),
    /** Null unless it was approved or declined. */
    decidedBy: integer().references(() => users.id),
    endedAt: timestamptz(),
  },
  (table) => [
    uniqueIndex('staff_changes_open_person').on(table.userId).where(sql`${table.state} = 'open'`),
    uniqueIndex('staff_changes_open_email').on(table.email).where(sql`${table.state} = 'open'`),
    check(
      'staff_changes_kind',
      sql`CASE ${table.kind}
        WHEN 'invite' THEN ${table.userId} IS NULL AND ${table.email} IS NOT NULL AND ${table.staffRole} IS NOT NULL
        WHEN 'role' THEN ${table.userId} IS NOT NULL AND ${table.email} IS NULL AND ${table.staffRole} IS NOT NULL
        ELSE ${table.kind} IN ('activate', 'deactivate')
          AND ${table.userId} IS NOT NULL AND ${table.email} IS NULL AND ${table.staffRole} IS NULL END`,
    ),
    check('staff_changes_role', sql`${table.staffRole} IN ('support', 'finance', 'admin')`),
    check('staff_changes_state', sql`${table.state} IN ('open', 'approved', 'declined', 'expired')`),
    check('staff_changes_ended', sql`(${table.endedAt} IS NULL) = (${table.state} = 'open')`),
    check(
      'staff_changes_decided',
      sql`(${table.decidedBy} IS NOT NULL) = (${table.state} IN ('approved', 'declined'))`,
    ),
    check(
      'staff_changes_two_admins',
      sql`${table.requestedBy} IS DISTINCT FROM ${table.userId}
        AND (${table.decidedBy} IS NULL OR ${table.decidedBy} NOT IN (coalesce(${table.userId}, 0), ${table.requestedBy}))`,
    ),
  ],
)

/** Changes of address that wait for both links, one for each user. @see docs/rules/accounts.md#change-of-email */
export const emailChanges = pgTable('email_changes', {
  userId: integer()
    .primaryKey()
    .references(() => users.id),
  /** Lower case. */
  newEmail: text().notNull(),
  /** The session that asked. It stays when the others end. */
  sessionId: uuid().notNull(),
  oldConfirmedAt: timestamptz(),
  newConfirmedAt: timestamptz(),
  expiresAt: timestamptz().notNull(),
})

/** Linked identities. They are known by the provider's id of the user, because an email address may pass to someone else. */
export const identities = pgTable(
  'identities',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    issuer: text().notNull(),
    subject: text().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    linkedAt: timestamptz().notNull(),
  },
  (table) => [
    unique('identities_issuer_subject').on(table.issuer, table.subject),
    index('identities_user').on(table.userId),
  ],
)

/** ID tokens that were used, kept until they expire. */
export const usedCredentials = pgTable(
  'used_credentials',
  {
    tokenId: text().primaryKey(),
    expiresAt: timestamptz().notNull(),
  },
  (table) => [index('used_credentials_expires').on(table.expiresAt)],
)

/** The UTC days of a month on which a user made an authenticated call. */
export const activeMonths = pgTable(
  'active_months',
  {
    /** The month's first day. */
    month: date({ mode: 'string' }).notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** A bit per day; bit 0 is the first day. */
    days: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.month, table.userId] }),
    // Covers the query for users active in a span of months.
    index('active_months_user').on(table.userId, table.month, table.days),
  ],
)

/** Append-only. @see docs/rules/console.md#audit-log */
export const auditLog = pgTable(
  'audit_log',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    at: timestamptz().notNull(),
    actorId: integer(),
    /** The email that the actor had then, if they were on the staff. The log's own record, which an erasure leaves. */
    actorEmail: text(),
    action: text().notNull(),
    subject: text().notNull(),
    before: jsonb(),
    after: jsonb(),
    address: text(),
  },
  (table) => [
    index('audit_log_subject').on(table.subject, table.id),
    index('audit_log_actor').on(table.actorId, table.id),
    index('audit_log_action').on(table.action, table.id),
    // What the owner of documents reads of it.
    index('audit_log_openings').on(table.subject, table.id).where(sql`action = 'document.opened'`),
    index('audit_log_at').on(table.at),
  ],
)

/** The chain of the audit log, an entry each. Append-only; an erasure forgets salts. @see docs/rules/console.md#the-chain */
export const auditSeals = pgTable('audit_seals', {
  entryId: integer().primaryKey(),
  /** Of the entry's network address, and of the names in it, each with its salt; null once it was erased. */
  addressHash: text().notNull(),
  addressSalt: text(),
  namesHash: text().notNull(),
  namesSalt: text(),
  /** Of these, of the rest of the entry, and of the hash before. */
  hash: text().notNull(),
})

/** How often a counted entry of the audit log happened within its hour. @see docs/rules/console.md#counted-entries */
export const auditCounts = pgTable(
  'audit_counts',
  {
    actorId: integer().notNull(),
    action: text().notNull(),
    subject: text().notNull(),
    /** When the hour began. */
    hour: timestamptz().notNull(),
    times: integer().notNull(),
    /** The entry, which was written the first time. */
    entryId: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.actorId, table.action, table.subject, table.hour] }),
    index('audit_counts_entry').on(table.entryId),
  ],
)
