import { CANCELED_BY, REJECTION_CAUSES, REQUEST_STATUSES } from '@tendwell/contract/bookings/bookings'
import { MOVE_STATUSES, type MoveWindow } from '@tendwell/contract/bookings/moves'
import { REJECT_REASONS } from '@tendwell/contract/bookings/reject-reasons'
import type { VisitDetails } from '@tendwell/contract/bookings/visits'
import { CANCELLATION_POLICIES, DEFAULT_CANCELLATION_POLICY } from '@tendwell/contract/cancellation/policies'
import { REFUND_BEARERS } from '@tendwell/contract/payments/staff-refunds'
import { SIGNUP_ROLES } from '@tendwell/contract/sign-in/accounts'
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { isOneOf } from '../../platform/database/checks.ts'
import { timestamptz } from '../../platform/database/columns.ts'
import { bookedTimes } from '../availability/tables.ts'
import { users } from '../people/tables.ts'
import { EMPTY_VISIT_DETAILS } from './visits/visit.ts'

const userId = () =>
  integer()
    .notNull()
    .references(() => users.id)

export const requests = pgTable(
  'requests',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    caregiverId: userId(),
    familyId: userId(),
    status: text({ enum: REQUEST_STATUSES }).notNull().default('submitted'),
    rejectionCause: text({ enum: REJECTION_CAUSES }),
    /** Why the caregiver rejected it; null if they gave no reason. */
    rejectReason: text({ enum: REJECT_REASONS }),
    /** The zone of the windows' wall times. */
    timezone: text().notNull(),
    totalMinutes: integer().notNull(),
    rateCents: integer().notNull(),
    serviceFeeCents: integer().notNull(),
    /** Hours at the rate plus the service fee. */
    priceCents: integer().notNull(),
    /** The caregiver's policy when the request was sent. */
    cancellationPolicy: text({ enum: CANCELLATION_POLICIES }).notNull().default(DEFAULT_CANCELLATION_POLICY),
    /**
     * The children, the note and the address, as they were when the request was sent, and the emergency contact
     * of the payment. The family can change them while a visit is ahead.
     */
    visit: jsonb().$type<VisitDetails>().notNull().default(EMPTY_VISIT_DETAILS),
    /** The id of the first request of its group: requests for the same hours, of which the family wants one. */
    groupId: integer().references((): AnyPgColumn => requests.id),
    /** What support staff have given to the sides of the request beyond the rules, in cents. */
    supportGivenCents: integer().notNull().default(0),
    submittedAt: timestamptz().notNull(),
    answeredAt: timestamptz(),
    /** Until when the hours are held, unless it is paid or closed before; null if they weren't when it was accepted. */
    heldUntil: timestamptz(),
    paidAt: timestamptz(),
  },
  (table) => [
    check('requests_amounts', sql`${table.totalMinutes} > 0 AND ${table.priceCents} > 0`),
    check('requests_status', isOneOf(table.status, REQUEST_STATUSES)),
    check('requests_reject_reason', isOneOf(table.rejectReason, REJECT_REASONS)),
    check('requests_policy', isOneOf(table.cancellationPolicy, CANCELLATION_POLICIES)),
    check('requests_paid_is_accepted', sql`${table.paidAt} IS NULL OR ${table.status} = 'accepted'`),
    index('requests_caregiver').on(table.caregiverId, table.id.desc().nullsFirst()),
    index('requests_family').on(table.familyId, table.id.desc().nullsFirst()),
    index('requests_group').on(table.groupId).where(sql`${table.groupId} IS NOT NULL`),
    index('requests_unpaid_of_caregiver')
      .on(table.caregiverId)
      .where(sql`${table.paidAt} IS NULL AND ${table.status} <> 'rejected'`),
    // The console: open requests, newest first, and the figures of a period.
    index('requests_open')
      .on(table.submittedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`${table.status} = 'submitted'`),
    index('requests_submitted').on(table.submittedAt, table.familyId, table.caregiverId),
    // The console sorts all requests by these.
    index('requests_price').on(table.priceCents, table.id),
    index('requests_hours').on(table.totalMinutes, table.id),
    index('requests_paid').on(table.paidAt).where(sql`${table.paidAt} IS NOT NULL`),
  ],
)

/** The windows of a request: wall time in the request's zone, and instants. */
export const requestWindows = pgTable(
  'request_windows',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    requestId: integer()
      .notNull()
      .references(() => requests.id),
    dateLocal: date({ mode: 'string' }).notNull(),
    startLocal: text().notNull(),
    endLocal: text().notNull(),
    startsAt: timestamptz().notNull(),
    endsAt: timestamptz().notNull(),
    /** The buffer after the window, as it was when the request was sent. */
    bufferMinutes: integer().notNull().default(0),
  },
  (table) => [
    check('request_windows_order', sql`${table.startsAt} < ${table.endsAt}`),
    check('request_windows_buffer', sql`${table.bufferMinutes} >= 0`),
    index('request_windows_request').on(table.requestId),
    // For the console's open requests.
    index('request_windows_ends').on(table.endsAt, table.requestId, table.id),
  ],
)

/**
 * The windows of paid requests, one row each: what screens call visits. A canceled booking has given its
 * hours back.
 * @see docs/rules/bookings.md#canceling
 */
export const bookings = pgTable(
  'bookings',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    requestId: integer()
      .notNull()
      .references(() => requests.id),
    windowId: integer()
      .notNull()
      .unique()
      .references(() => requestWindows.id),
    /** Null for a canceled booking. */
    bookedTimeId: integer()
      .unique()
      .references(() => bookedTimes.id),
    /** The booking's share of what the family paid. */
    priceCents: integer().notNull(),
    /**
     * The least that the caregiver keeps of `priceCents` if the family cancels, as the last move fixed it; 0
     * without a move.
     */
    keptCents: integer().notNull().default(0),
    /**
     * How often the booking was moved, canceled, or its visits changed. Calendar apps keep the version with the highest number.
     */
    sequence: integer().notNull().default(0),
    canceledAt: timestamptz(),
    canceledBy: text({ enum: CANCELED_BY }),
    /** The side for which Tendwell (`canceledBy` is `admin`) canceled; null if for neither. */
    canceledFor: text({ enum: SIGNUP_ROLES }),
    cancelReason: text(),
    /** What the cancellation gives back to the family, in cents: by our refund or from the family's bank. */
    owedCents: integer().notNull().default(0),
    /** How much of `owedCents` we refund; 0 while the family's bank decides. */
    refundCents: integer().notNull().default(0),
    /**
     * When each reminder, and the request for a review, was published; null until then, and again after a
     * move.
     */
    remindedDayAt: timestamptz(),
    remindedHoursAt: timestamptz(),
    reviewAskedAt: timestamptz(),
    createdAt: timestamptz().notNull(),
  },
  (table) => [
    check(
      'bookings_canceled',
      sql`(${table.canceledAt} IS NULL) = (${table.bookedTimeId} IS NOT NULL)
        AND (${table.canceledAt} IS NULL) = (${table.canceledBy} IS NULL)`,
    ),
    check(
      'bookings_refund',
      sql`${table.owedCents} BETWEEN 0 AND ${table.priceCents} AND (${table.owedCents} = 0 OR ${table.canceledAt} IS NOT NULL)
        AND ${table.refundCents} BETWEEN 0 AND ${table.owedCents}`,
    ),
    check('bookings_kept', sql`${table.keptCents} BETWEEN 0 AND ${table.priceCents}`),
    index('bookings_request').on(table.requestId),
    index('bookings_canceled').on(table.windowId).where(sql`${table.canceledAt} IS NOT NULL`),
    index('bookings_to_remind')
      .on(table.windowId)
      .where(sql`${table.canceledAt} IS NULL AND ${table.remindedHoursAt} IS NULL`),
    index('bookings_to_review')
      .on(table.windowId)
      .where(sql`${table.canceledAt} IS NULL AND ${table.reviewAskedAt} IS NULL`),
  ],
)

/** A new window of a move, with the buffer after it. */
export type MovedWindow = MoveWindow & { buffer_minutes: number }

/** Proposals to move bookings of a paid request. @see docs/rules/bookings.md#moving */
export const moves = pgTable(
  'moves',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    requestId: integer()
      .notNull()
      .references(() => requests.id),
    proposedBy: text({ enum: SIGNUP_ROLES }).notNull(),
    status: text({ enum: MOVE_STATUSES }).notNull().default('proposed'),
    bookingIds: integer().array().notNull(),
    /** The windows as they were when the move was proposed, in order of time. */
    fromWindows: jsonb().$type<MoveWindow[]>().notNull(),
    toWindows: jsonb().$type<MovedWindow[]>().notNull(),
    /**
     * What the caregiver keeps of all new windows together if the family cancels them; 0 if the caregiver
     * proposed the move.
     */
    keptCents: integer().notNull().default(0),
    proposedAt: timestamptz().notNull(),
    expiresAt: timestamptz().notNull(),
    answeredAt: timestamptz(),
  },
  (table) => [
    check('moves_status', isOneOf(table.status, MOVE_STATUSES)),
    check('moves_answered', sql`(${table.status} = 'proposed') = (${table.answeredAt} IS NULL)`),
    uniqueIndex('moves_open_of_request').on(table.requestId).where(sql`${table.status} = 'proposed'`),
    index('moves_request').on(table.requestId),
    index('moves_expiring').on(table.expiresAt).where(sql`${table.status} = 'proposed'`),
  ],
)

/** `waiting` for finance or an admin; `made`, by the staff who asked or after an approval; or `declined`. */
const STAFF_REFUND_STATES = ['waiting', 'made', 'declined'] as const

/** The refunds that staff made or asked for. @see docs/rules/money.md#refunds-by-staff */
export const staffRefunds = pgTable(
  'staff_refunds',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    requestId: integer()
      .notNull()
      .references(() => requests.id),
    amountCents: integer().notNull(),
    bearer: text({ enum: REFUND_BEARERS }).notNull(),
    reason: text().notNull(),
    /** The reference of the transfer, for a refund that was paid another way than to the card. */
    reference: text(),
    state: text({ enum: STAFF_REFUND_STATES }).notNull(),
    /** The dispute that is closed with the refund. */
    disputeId: integer(),
    askedBy: integer()
      .notNull()
      .references(() => users.id),
    askedAt: timestamptz().notNull(),
    decidedBy: integer().references(() => users.id),
    decidedAt: timestamptz(),
    /** Why the refund was declined, for the staff member who asked; null if it ended with its dispute. */
    declineReason: text(),
  },
  (table) => [
    check('staff_refunds_amount', sql`${table.amountCents} > 0`),
    check('staff_refunds_bearer', isOneOf(table.bearer, REFUND_BEARERS)),
    check('staff_refunds_state', isOneOf(table.state, STAFF_REFUND_STATES)),
    /** At most one refund of a request waits at a time. */
    uniqueIndex('staff_refunds_waiting').on(table.requestId).where(sql`${table.state} = 'waiting'`),
  ],
)
