import { DISPUTE_LABEL_PREFIX } from '@tendwell/contract/safety/dispute-types'
import {
  type AssignedDispute,
  type AvailableBooking,
  type availableBookingsQuery,
  type disputesQuery,
  type OwnDispute,
  stripHash,
} from '@tendwell/contract/safety/disputes'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { and, asc, count, desc, eq, ilike, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { escapeLike, type Reader } from '../../platform/database/database.ts'
import { onDays } from '../../platform/database/days.ts'
import { getOffset } from '../../platform/database/paging.ts'
import { type BookedWindow, bookings, requests, requestWindows } from '../bookings/index.ts'
import { toAvatarUrl, users } from '../people/index.ts'
import { getEarliestDisputableEnd, MAX_DISPUTES_OF_BOOKING } from './dispute.ts'
import type { DisputeRow } from './store.ts'
import { disputes } from './tables.ts'
import { toVisitTotals } from './visit-totals.ts'

type ListQuery = z.infer<typeof disputesQuery>
type BookingsQuery = z.infer<typeof availableBookingsQuery>

const caregivers = alias(users, 'caregivers')
const families = alias(users, 'caretakers')

/**
 * The SQL condition that one of the columns or the label contains the text `q`, ignoring case. Undefined for
 * an empty text, which matches all rows.
 * @param label the SQL value of the number as people read it: `DPT-12`, or `12` for a booking, which people
 *   may write as `#12`
 */
function matchesText(q: string | undefined, columns: readonly PgColumn[], label: SQL): SQL | undefined {
  const searchText = q?.trim()
  if (!searchText) return undefined
  const toPattern = (text: string) => `%${escapeLike(text)}%`
  return or(
    ...columns.map((column) => ilike(column, toPattern(searchText))),
    sql`${label} ILIKE ${toPattern(stripHash(searchText))}`,
  )
}

/**
 * Lists one page of a person's disputes on one side, newest first. `q` is searched in the other person's
 * name, the reason and the label (`DPT-12`).
 */
async function listDisputes(reader: Reader, role: Side, userId: number, query: ListQuery) {
  const isFamily = role === 'caretaker'
  const otherPerson = isFamily ? caregivers : families
  const conditions = and(
    eq(isFamily ? disputes.familyId : disputes.caregiverId, userId),
    query.status ? eq(disputes.status, query.status) : undefined,
    query.type ? eq(disputes.type, query.type) : undefined,
    query.booking_id ? eq(disputes.requestId, query.booking_id) : undefined,
    onDays(disputes.openedAt, query),
    matchesText(
      query.q,
      [otherPerson.fullName, disputes.reason],
      sql`(${DISPUTE_LABEL_PREFIX}::text || ${disputes.id})`,
    ),
  )
  const isOtherPerson = eq(otherPerson.id, isFamily ? disputes.caregiverId : disputes.familyId)
  const [total] = await reader
    .select({ count: count() })
    .from(disputes)
    .innerJoin(otherPerson, isOtherPerson)
    .where(conditions)
  const rows = await reader
    .select({
      dispute: disputes,
      name: otherPerson.fullName,
      photo: { avatarFileId: otherPerson.avatarFileId, isActive: otherPerson.isActive },
    })
    .from(disputes)
    .innerJoin(otherPerson, isOtherPerson)
    .where(conditions)
    .orderBy(desc(disputes.openedAt), desc(disputes.id))
    .limit(query.page_size)
    .offset(getOffset(query))
  return { count: total?.count ?? 0, rows }
}

/** The part of a list's row that is the same for both sides. */
function toListItem(dispute: DisputeRow) {
  return {
    id: dispute.id,
    status: dispute.status,
    type: dispute.type,
    other_type_text: dispute.otherTypeText,
    reason: dispute.reason,
    booking_id: dispute.requestId,
    opened_at: dispute.openedAt.toISOString(),
  }
}

/** A page of the disputes that a family opened. @see docs/rules/disputes.md#lists */
export async function listFamilyDisputes(
  reader: Reader,
  familyId: number,
  query: ListQuery,
): Promise<{ count: number; results: OwnDispute[] }> {
  const { count: total, rows } = await listDisputes(reader, 'caretaker', familyId, query)
  const results = rows.map(({ dispute, name, photo }) => ({
    ...toListItem(dispute),
    caregiver_name: name,
    caregiver_avatar: toAvatarUrl(photo),
  }))
  return { count: total, results }
}

/** A page of the disputes about a caregiver's bookings. @see docs/rules/disputes.md#lists */
export async function listCaregiverDisputes(
  reader: Reader,
  caregiverId: number,
  query: ListQuery,
): Promise<{ count: number; results: AssignedDispute[] }> {
  const { count: total, rows } = await listDisputes(reader, 'caregiver', caregiverId, query)
  const results = rows.map(({ dispute, name, photo }) => ({
    ...toListItem(dispute),
    caretaker_name: name,
    caretaker_email: null,
    caretaker_avatar: toAvatarUrl(photo),
    responded_at: dispute.respondedAt?.toISOString() ?? null,
  }))
  return { count: total, results }
}

/**
 * Lists one page of the paid requests that a family can dispute now, last paid first.
 * @see docs/rules/disputes.md#opening
 */
export async function listDisputableBookings(
  reader: Reader,
  familyId: number,
  now: Date,
  query: BookingsQuery,
): Promise<{ count: number; results: AvailableBooking[] }> {
  const earliestEnd = getEarliestDisputableEnd(now).toISOString()
  const conditions = and(
    eq(requests.familyId, familyId),
    isNotNull(requests.paidAt),
    sql`EXISTS (SELECT 1 FROM ${bookings} JOIN ${requestWindows} ON ${requestWindows.id} = ${bookings.windowId}
      WHERE ${bookings.requestId} = ${requests.id} AND ${bookings.canceledAt} IS NULL
        AND ${requestWindows.endsAt} >= ${earliestEnd}::timestamptz)`,
    // The booking has no dispute that is open or that staff ended.
    sql`NOT EXISTS (SELECT 1 FROM ${disputes} WHERE ${disputes.requestId} = ${requests.id}
      AND ${disputes.endedBy} IS DISTINCT FROM 'caretaker')`,
    sql`(SELECT count(*) FROM ${disputes} WHERE ${disputes.requestId} = ${requests.id}) < ${MAX_DISPUTES_OF_BOOKING}`,
    onDays(requests.submittedAt, query),
    matchesText(query.q, [caregivers.fullName], sql`${requests.id}::text`),
  )
  const isCaregiverOfRequest = eq(caregivers.id, requests.caregiverId)
  const [total] = await reader
    .select({ count: count() })
    .from(requests)
    .innerJoin(caregivers, isCaregiverOfRequest)
    .where(conditions)
  const rows = await reader
    .select({ request: requests, caregiverName: caregivers.fullName })
    .from(requests)
    .innerJoin(caregivers, isCaregiverOfRequest)
    .where(conditions)
    .orderBy(desc(requests.paidAt), desc(requests.id))
    .limit(query.page_size)
    .offset(getOffset(query))
  const bookedWindows = await listBookedWindowsOf(
    reader,
    rows.map(({ request }) => request.id),
  )
  return {
    count: total?.count ?? 0,
    results: rows.map(({ request, caregiverName }) => ({
      id: request.id,
      caregiver_name: caregiverName,
      ...toVisitTotals(bookedWindows.filter(({ booking }) => booking.requestId === request.id)),
      submitted_at: request.submittedAt.toISOString(),
    })),
  }
}

/** The bookings of these requests with their windows, in order of time; canceled ones too. */
function listBookedWindowsOf(reader: Reader, requestIds: readonly number[]): Promise<BookedWindow[]> {
  return reader
    .select({ booking: bookings, window: requestWindows })
    .from(bookings)
    .innerJoin(requestWindows, eq(requestWindows.id, bookings.windowId))
    .where(inArray(bookings.requestId, [...requestIds]))
    .orderBy(asc(requestWindows.startsAt))
}
