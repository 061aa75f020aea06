import { SIGNUP_ROLES, STAFF_ROLES } from '@tendwell/contract/sign-in/accounts'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { isOneOf, toSqlList } from '../../platform/database/checks.ts'
import { timestamptz } from '../../platform/database/columns.ts'

const ROLES = [...SIGNUP_ROLES, 'admin'] as const

export const users = pgTable(
  'users',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Lower case. */
    email: text().notNull().unique(),
    fullName: text().notNull(),
    /** As its owner wrote it; empty if they gave none. */
    phoneNumber: text().notNull().default(''),
    /** When its owner entered the code that was sent to this number; null while it isn't verified. */
    phoneVerifiedAt: timestamptz(),
    role: text({ enum: ROLES }).notNull(),
    /** Null unless the role is `admin`. */
    staffRole: text({ enum: STAFF_ROLES }),
    /** Argon2id; null if the user never chose a password. */
    passwordHash: text(),
    emailVerifiedAt: timestamptz(),
    /**
     * The sign-up that the password comes from; null if it was chosen later. Its browser holds this id,
     * signed.
     */
    signupId: uuid(),
    /** The IANA zone of the newest browser, in which emails give times; null if no browser gave one. */
    timezone: text(),
    isActive: boolean().notNull().default(true),
    /** When two-step sign-in was turned on; null while it is off. */
    twoStepAt: timestamptz(),
    /**
     * When its owner most recently said that a change of the account wasn't them; null if never.
     * @see docs/rules/accounts.md#this-wasnt-me
     */
    disownedAt: timestamptz(),
    /** When and why staff deactivated or suspended it. Closing a staff account sets the time, too. */
    deactivatedAt: timestamptz(),
    deactivationReason: text(),
    /**
     * When a suspended account becomes active again; null unless it is suspended. A suspended account is not
     * active.
     */
    suspendedUntil: timestamptz(),
    avatarFileId: uuid(),
    /**
     * When its owner closed the account; it is erased 14 days later.
     * @see docs/rules/own-data.md#closing-an-account
     */
    closedAt: timestamptz(),
    /** Maintained by the profiles slice. */
    profileComplete: boolean().notNull().default(false),
    createdAt: timestamptz().notNull(),
  },
  (table) => [
    check('users_role', isOneOf(table.role, ROLES)),
    check(
      'users_staff_role',
      sql`CASE ${table.role} WHEN 'admin' THEN coalesce(${table.staffRole} IN (${toSqlList(STAFF_ROLES)}), false)
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

/** Links that were mailed, and browsers that signed up: the hashes of their single-use tokens. */
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
        'signup_session',
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
    /** Of `verify_email`: a keyed hash of the six digits that the mail has beside the link. */
    codeHash: text(),
    /**
     * Of `signup_session`, if the address was verified in another browser: the password of the sign-up. The
     * token counts only once the address's owner has chosen this password there again.
     */
    passwordHash: text(),
  },
  (table) => [index('mailed_tokens_user').on(table.userId)],
)
