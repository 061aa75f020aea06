/**
 * The checks, notices and renewals of caregivers' documents.
 * @see docs/rules/profiles-and-files.md#documents
 */
import { DOCUMENT_CHECK_RESULTS } from '@tendwell/contract/console/documents'
import { DOCUMENT_FIELDS } from '@tendwell/contract/profiles/profiles'
import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { isOneOf } from '../../../platform/database/checks.ts'
import { timestamptz } from '../../../platform/database/columns.ts'
import { files } from '../../files/tables.ts'
import { users } from '../../people/tables.ts'
import { caregiverProfiles } from '../tables.ts'

/**
 * What staff found when they checked a file. The latest check of a file counts; a new file has none.
 * @see docs/rules/profiles-and-files.md#document-checks
 */
export const documentChecks = pgTable(
  'document_checks',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    caregiverId: integer()
      .notNull()
      .references(() => caregiverProfiles.userId),
    document: text({ enum: DOCUMENT_FIELDS }).notNull(),
    /** Without a foreign key, because the file's row is deleted when the caregiver replaces the file. */
    fileId: uuid().notNull(),
    result: text({ enum: DOCUMENT_CHECK_RESULTS }).notNull(),
    /** Why a new file is needed; otherwise empty. */
    reason: text().notNull(),
    /** The name of a certificate, which families read; otherwise empty. */
    title: text().notNull().default(''),
    /** From this day on the document is no longer valid; null if it doesn't expire. */
    expiresOn: date({ mode: 'string' }),
    checkedBy: integer()
      .notNull()
      .references(() => users.id),
    checkedAt: timestamptz().notNull(),
  },
  (table) => [
    check('document_checks_result', isOneOf(table.result, DOCUMENT_CHECK_RESULTS)),
    check('document_checks_reason', sql`(${table.result} = 'ask_again') = (${table.reason} <> '')`),
    check('document_checks_expiry', sql`${table.expiresOn} IS NULL OR ${table.result} = 'ok'`),
    index('document_checks_file').on(table.fileId, table.id),
    index('document_checks_caregiver').on(table.caregiverId),
    index('document_checks_expiry_day').on(table.expiresOn).where(sql`expires_on IS NOT NULL`),
  ],
)

/**
 * The notices of an expiry that were sent or skipped, so that each is sent at most once. A reminder is
 * skipped if its day was before the document's check.
 * @see docs/rules/profiles-and-files.md#expiry
 */
export const documentNotices = pgTable(
  'document_notices',
  {
    /** The check that gave the document its expiry date. */
    checkId: integer()
      .notNull()
      .references(() => documentChecks.id),
    /** 60, 30 or 7 before the expiry; 0 once the document has expired. */
    daysBefore: integer().notNull(),
    at: timestamptz().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.checkId, table.daysBefore] }),
    check('document_notices_days', sql`${table.daysBefore} IN (0, 7, 30, 60)`),
  ],
)

/**
 * The new files of documents that expire soon, have expired or were asked for again. Each waits for a
 * decision or was declined.
 * @see docs/rules/profiles-and-files.md#renewals
 */
export const documentRenewals = pgTable(
  'document_renewals',
  {
    caregiverId: integer()
      .notNull()
      .references(() => caregiverProfiles.userId, { onDelete: 'cascade' }),
    document: text({ enum: DOCUMENT_FIELDS }).notNull(),
    /** The file that waits; null after it was declined. */
    fileId: uuid()
      .unique()
      .references(() => files.id),
    /** Why the file was declined; null while one waits. */
    declineReason: text(),
    submittedAt: timestamptz().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.caregiverId, table.document] }),
    check('document_renewals_state', sql`num_nonnulls(${table.fileId}, ${table.declineReason}) = 1`),
    index('document_renewals_submitted').on(table.submittedAt).where(sql`file_id IS NOT NULL`),
  ],
)
