import { DISPUTE_TYPES, type DisputeType } from '@tendwell/contract/safety/dispute-types'
import { DISPUTE_STATUSES } from '@tendwell/contract/safety/disputes'
import { SIGNUP_ROLES } from '@tendwell/contract/sign-in/accounts'
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { isOneOf } from '../../platform/database/checks.ts'
import { timestamptz } from '../../platform/database/columns.ts'
import { requests } from '../bookings/tables.ts'
import { files } from '../files/tables.ts'
import { users } from '../people/tables.ts'

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
    familyId: person(),
    caregiverId: person(),
    type: text().$type<DisputeType>().notNull(),
    /** Only for the type `other`. */
    otherTypeText: text(),
    reason: text().notNull(),
    /** What the caregiver says to it, and when they wrote it last; null until then. */
    response: text(),
    respondedAt: timestamptz(),
    status: text({ enum: DISPUTE_STATUSES }).notNull().default('submitted'),
    /** Null while the dispute is open. */
    endedBy: text({ enum: ENDED_BY }),
    /** How much money was held when the dispute opened, and the refund with which it ended. */
    heldCents: integer().notNull().default(0),
    refundCents: integer().notNull().default(0),
    /** What staff wrote to both sides when the dispute ended. */
    resolution: text(),
    /** The member of staff who works on the dispute. */
    assigneeId: integer().references(() => users.id),
    openedAt: timestamptz().notNull(),
    endedAt: timestamptz(),
  },
  (table) => [
    check('disputes_status', isOneOf(table.status, DISPUTE_STATUSES)),
    check(
      'disputes_type',
      isOneOf(
        table.type,
        DISPUTE_TYPES.map(({ value }) => value),
      ),
    ),
    check(
      'disputes_ended',
      sql`(${table.status} IN ('closed', 'rejected')) = (${table.endedAt} IS NOT NULL)
        AND (${table.endedAt} IS NULL) = (${table.endedBy} IS NULL)`,
    ),
    check('disputes_other', sql`(${table.type} = 'other') = (${table.otherTypeText} IS NOT NULL)`),
    check('disputes_response', sql`(${table.response} IS NULL) = (${table.respondedAt} IS NULL)`),
    check('disputes_amounts', sql`${table.heldCents} >= 0 AND ${table.refundCents} >= 0`),
    check(
      'disputes_resolution',
      sql`(${table.endedBy} IS NOT DISTINCT FROM 'admin') = (${table.resolution} IS NOT NULL)`,
    ),
    /**
     * One dispute per booking, not counting those that the family closed itself.
     * @see docs/rules/disputes.md#opening
     */
    uniqueIndex('disputes_one_of_request')
      .on(table.requestId)
      .where(sql`${table.endedBy} IS DISTINCT FROM 'caretaker'`),
    index('disputes_family').on(table.familyId, table.id.desc().nullsFirst()),
    index('disputes_caregiver').on(table.caregiverId, table.id.desc().nullsFirst()),
    index('disputes_status').on(table.status, table.id.desc().nullsFirst()),
    index('disputes_opened').on(table.openedAt, table.id),
    index('disputes_assignee').on(table.assigneeId, table.id.desc().nullsFirst()),
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
    /** The size of the file as it was uploaded, which the limits count; the stored file may differ. */
    bytes: integer().notNull(),
  },
  (table) => [index('dispute_evidence_dispute').on(table.disputeId)],
)

/** What staff asked one side. @see docs/rules/disputes.md#questions */
export const disputeQuestions = pgTable(
  'dispute_questions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    disputeId: integer()
      .notNull()
      .references(() => disputes.id),
    side: text({ enum: SIGNUP_ROLES }).notNull(),
    authorId: person(),
    text: text().notNull(),
    askedAt: timestamptz().notNull(),
  },
  (table) => [
    check('dispute_questions_side', isOneOf(table.side, SIGNUP_ROLES)),
    index('dispute_questions_dispute').on(table.disputeId),
  ],
)

export const disputeAnswers = pgTable(
  'dispute_answers',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    questionId: integer()
      .notNull()
      .references(() => disputeQuestions.id),
    text: text().notNull(),
    answeredAt: timestamptz().notNull(),
  },
  (table) => [index('dispute_answers_question').on(table.questionId)],
)
