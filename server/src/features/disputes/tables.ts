import { DISPUTE_STATUSES } from '@tendwell/contract/disputes'
import { DISPUTE_TYPES, type DisputeType, EVIDENCE_LIMITS } from '@tendwell/contract/reference'
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from '../../platform/columns.ts'
import { users } from '../accounts/tables.ts'
import { requests } from '../bookings/tables.ts'
import { files } from '../files/tables.ts'

const TYPES = DISPUTE_TYPES.map(({ value }) => `'${value}'`).join(', ')
const ENDED_BY = ['caretaker', 'admin'] as const

const person = () =>
  integer()
    .notNull()
    .references(() => users.id)

export const disputes = pgTable(
  'disputes',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    requestId: integer()
      .notNull()
      .references(() => requests.id),
    caretakerId: person(),
    caregiverId: person(),
    type: text().$type<DisputeType>().notNull(),
    /** Only for the type `other`. */
    otherTypeText: text(),
    reason: text().notNull(),
    status: text({ enum: DISPUTE_STATUSES }).notNull().default('submitted'),
    /** Null while it is open. */
    endedBy: text({ enum: ENDED_BY }),
    /** What was held when it opened, and what the family got back in the end. */
    heldCents: integer().notNull().default(0),
    refundCents: integer().notNull().default(0),
    /** Totals of the evidence as uploaded; a constraint checks the limits. */
    evidenceFiles: integer().notNull().default(0),
    evidenceBytes: integer().notNull().default(0),
    openedAt: timestamptz().notNull(),
    endedAt: timestamptz(),
  },
  (table) => [
    check('disputes_status', sql`${table.status} IN ('submitted', 'escalated', 'closed', 'rejected')`),
    check('disputes_type', sql`${table.type} IN (${sql.raw(TYPES)})`),
    check(
      'disputes_ended',
      sql`(${table.status} IN ('closed', 'rejected')) = (${table.endedAt} IS NOT NULL)
        AND (${table.endedAt} IS NULL) = (${table.endedBy} IS NULL)`,
    ),
    check('disputes_other', sql`(${table.type} = 'other') = (${table.otherTypeText} IS NOT NULL)`),
    check('disputes_amounts', sql`${table.heldCents} >= 0 AND ${table.refundCents} >= 0`),
    check(
      'disputes_evidence',
      sql`${table.evidenceFiles} BETWEEN 0 AND ${sql.raw(String(EVIDENCE_LIMITS.files))}
        AND ${table.evidenceBytes} BETWEEN 0 AND ${sql.raw(String(EVIDENCE_LIMITS.totalBytes))}`,
    ),
    /** One dispute per booking, not counting those that the family closed itself. @see docs/rules/disputes.md#opening */
    uniqueIndex('disputes_one_of_request')
      .on(table.requestId)
      .where(sql`${table.endedBy} IS DISTINCT FROM 'caretaker'`),
    index('disputes_caretaker').on(table.caretakerId, table.id.desc().nullsFirst()),
    index('disputes_caregiver').on(table.caregiverId, table.id.desc().nullsFirst()),
    index('disputes_status').on(table.status, table.id.desc().nullsFirst()),
    index('disputes_opened').on(table.openedAt, table.id),
  ],
)

export const disputeEvidence = pgTable(
  'dispute_evidence',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    disputeId: integer()
      .notNull()
      .references(() => disputes.id),
    fileId: uuid()
      .notNull()
      .unique()
      .references(() => files.id),
    caption: text().notNull(),
    uploaderId: person(),
    uploadedAt: timestamptz().notNull(),
  },
  (table) => [index('dispute_evidence_dispute').on(table.disputeId)],
)
