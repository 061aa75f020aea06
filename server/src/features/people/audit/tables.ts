import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { timestamptz } from '../../../platform/database/columns.ts'

/** Who did what to which record. Append-only. @see docs/rules/console.md#audit-log */
export const auditLog = pgTable(
  'audit_log',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    at: timestamptz().notNull(),
    actorId: integer(),
    /**
     * The email that the actor had at that time, if they were on the staff; null otherwise. An erasure keeps
     * it.
     */
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
    // For the owner of a document, who sees when staff opened it.
    index('audit_log_openings').on(table.subject, table.id).where(sql`action = 'document.opened'`),
    index('audit_log_at').on(table.at),
  ],
)

/**
 * The hash chain of the audit log: one row for each sealed entry. Append-only, except that an erasure deletes
 * salts.
 * @see docs/rules/console.md#the-chain
 */
export const auditSeals = pgTable('audit_seals', {
  entryId: integer().primaryKey(),
  /** The hashes of the entry's network address and of its names. A salt is null once its text was erased. */
  addressHash: text().notNull(),
  addressSalt: text(),
  namesHash: text().notNull(),
  namesSalt: text(),
  /** The hash of both hashes above, of the rest of the entry, and of the previous row's hash. */
  hash: text().notNull(),
})

/**
 * How often a counted entry of the audit log happened within its hour.
 * @see docs/rules/console.md#counted-entries
 */
export const auditCounts = pgTable(
  'audit_counts',
  {
    actorId: integer().notNull(),
    action: text().notNull(),
    subject: text().notNull(),
    /** When the hour began. */
    hour: timestamptz().notNull(),
    times: integer().notNull(),
    /** The entry in the audit log, written the first time in this hour. */
    entryId: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.actorId, table.action, table.subject, table.hour] }),
    index('audit_counts_entry').on(table.entryId),
  ],
)
