import { STAFF_ROLES } from '@tendwell/contract/sign-in/accounts'
import { STAFF_CHANGE_KINDS, STAFF_CHANGE_STATES } from '@tendwell/contract/staff/staff'
import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { isOneOf } from '../../platform/database/checks.ts'
import { timestamptz } from '../../platform/database/columns.ts'
import { users } from '../people/tables.ts'

/**
 * Invitations to the staff. An address has at most one open invitation.
 * @see docs/rules/accounts.md#joining-the-staff
 */
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
    /** The second admin who approved the invitation; null if it needed no approval. */
    approvedBy: integer().references(() => users.id),
    /** The hash of the newest link's token; null until the link is mailed. */
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
    check('staff_invitations_role', isOneOf(table.staffRole, STAFF_ROLES)),
  ],
)

/**
 * Changes of the staff that wait for a second admin. A person or address has one open change at most.
 * @see docs/rules/console.md#two-admins
 */
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
    check('staff_changes_role', isOneOf(table.staffRole, STAFF_ROLES)),
    check('staff_changes_state', isOneOf(table.state, STAFF_CHANGE_STATES)),
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
