import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { timestamptz } from '../../../platform/database/columns.ts'

/** Append-only. @see docs/rules/console.md#audit-log */
export const auditLog = pgTable(
  'audit_log',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    at: timestamptz().notNull(),
    actorId: integer(),
    /**
     * The email that the actor had then, if they were on the staff. The log's own record, which an erasure
     * leaves.
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
    // What the owner of documents reads of it.
    index('audit_log_openings').on(table.subject, table.id).where(sql`action = 'document.opened'`),
    index('audit_log_at').on(table.at),
  ],
)

/**
 * The chain of the audit log, an entry each. Append-only; an erasure forgets salts.
 * @see docs/rules/console.md#the-chain
 */
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
    /** The entry, which was written the first time. */
    entryId: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.actorId, table.action, table.subject, table.hour] }),
    index('audit_counts_entry').on(table.entryId),
  ],
)
