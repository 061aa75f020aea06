import {
  type AssignedDispute,
  type AvailableBooking,
  type availableBookingsQuery,
  type Dispute,
  type disputesQuery,
  type Evidence,
  type OwnDispute,
  soughtNumber,
} from '@tendwell/contract/disputes'
import { usdFromCents } from '@tendwell/contract/money'
import { DISPUTE_LABEL_PREFIX } from '@tendwell/contract/reference'
import { and, asc, count, desc, eq, ilike, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { escapeLike, type Reader } from '../../platform/database.ts'
import { onDays } from '../../platform/days.ts'
import { notFound } from '../../platform/errors.ts'
import { offsetOf } from '../../platform/pages.ts'
import { toAvatarUrl, users } from '../accounts/index.ts'
import { requests, requestWindows, toHours } from '../bookings/index.ts'
import { createFileLink, files } from '../files/index.ts'
import { payments } from '../payments/index.ts'
import { disputableSince } from './dispute.ts'
import type { DisputeRow } from './store.ts'
import { disputeEvidence, disputes } from './tables.ts'

type ListQuery = z.infer<typeof disputesQuery>
type BookingsQuery = z.infer<typeof availableBookingsQuery>

/** The side of a dispute that a person is on. */
export type Side = 'caretaker' | 'caregiver'

const caregivers = alias(users, 'caregivers')
const caretakers = alias(users, 'caretakers')

export async function findDispute(reader: Reader, disputeId: number): Promise<DisputeRow | null> {
  const [row] = await reader.select().from(disputes).where(eq(disputes.id, disputeId))
  return row ?? null
}

/** That the text is in one of the columns or in what names the row, whatever its case. */
function mentions(q: string | undefined, columns: readonly PgColumn[], label: SQL): SQL | undefined {
  const wanted = q?.trim()
  if (!wanted) return undefined
  const within = (text: string) => `%${escapeLike(text)}%`
  return or(
    ...columns.map((column) => ilike(column, within(wanted))),
    sql`${label} ILIKE ${within(soughtNumber(wanted))}`,
  )
}

/** A page of a person's disputes, newest first, in two statements; `q` meets the other side's name, the reason, the id. */
async function listedOf(reader: Reader, side: Side, userId: number, query: ListQuery) {
  const isFamily = side === 'caretaker'
  const other = isFamily ? caregivers : caretakers
  const chosen = and(
    eq(isFamily ? disputes.caretakerId : disputes.caregiverId, userId),
    query.status ? eq(disputes.status, query.status) : undefined,
    query.type ? eq(disputes.type, query.type) : undefined,
    onDays(disputes.openedAt, query),
    mentions(
      query.q,
      [other.fullName, disputes.reason],
      sql`(${DISPUTE_LABEL_PREFIX}::text || ${disputes.id})`,
    ),
  )
  const joined = eq(other.id, isFamily ? disputes.caregiverId : disputes.caretakerId)
  const [total] = await reader
    .select({ count: count() })
    .from(disputes)
    .innerJoin(other, joined)
    .where(chosen)
  const rows = await reader
    .select({ dispute: disputes, name: other.fullName, email: other.email, avatarFileId: other.avatarFileId })
    .from(disputes)
    .innerJoin(other, joined)
    .where(chosen)
    .orderBy(desc(disputes.id))
    .limit(query.page_size)
    .offset(offsetOf(query))
  return { count: total?.count ?? 0, rows }
}

function listedShown(dispute: DisputeRow) {
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

export async function ownDisputes(
  reader: Reader,
  caretakerId: number,
  query: ListQuery,
): Promise<{ count: number; results: OwnDispute[] }> {
  const { count: total, rows } = await listedOf(reader, 'caretaker', caretakerId, query)
  const results = rows.map(({ dispute, name, avatarFileId }) => ({
    ...listedShown(dispute),
    caregiver_name: name,
    caregiver_avatar: toAvatarUrl(avatarFileId),
  }))
  return { count: total, results }
}

export async function assignedDisputes(
  reader: Reader,
  caregiverId: number,
  query: ListQuery,
): Promise<{ count: number; results: AssignedDispute[] }> {
  const { count: total, rows } = await listedOf(reader, 'caregiver', caregiverId, query)
  const results = rows.map(({ dispute, name, email, avatarFileId }) => ({
    ...listedShown(dispute),
    caretaker_name: name,
    caretaker_email: email,
    caretaker_avatar: toAvatarUrl(avatarFileId),
  }))
  return { count: total, results }
}

/** A page of the paid requests about which a family may open a dispute now, the last paid first (decisions §8). */
export async function availableBookings(
  reader: Reader,
  caretakerId: number,
  now: Date,
  query: BookingsQuery,
): Promise<{ count: number; results: AvailableBooking[] }> {
  const since = disputableSince(now).toISOString()
  const chosen = and(
    eq(requests.caretakerId, caretakerId),
    isNotNull(requests.paidAt),
    sql`EXISTS (SELECT 1 FROM ${requestWindows} WHERE ${requestWindows.requestId} = ${requests.id}
      AND ${requestWindows.endsAt} >= ${since}::timestamptz)`,
    sql`NOT EXISTS (SELECT 1 FROM ${disputes} WHERE ${disputes.requestId} = ${requests.id}
      AND ${disputes.endedBy} IS DISTINCT FROM 'caretaker')`,
    onDays(requests.submittedAt, query),
    mentions(query.q, [caregivers.fullName], sql`${requests.id}::text`),
  )
  const joined = eq(caregivers.id, requests.caregiverId)
  const [total] = await reader
    .select({ count: count() })
    .from(requests)
    .innerJoin(caregivers, joined)
    .where(chosen)
  const rows = await reader
    .select({ request: requests, caregiverName: caregivers.fullName })
    .from(requests)
    .innerJoin(caregivers, joined)
    .where(chosen)
    .orderBy(desc(requests.paidAt), desc(requests.id))
    .limit(query.page_size)
    .offset(offsetOf(query))
  return {
    count: total?.count ?? 0,
    results: rows.map(({ request, caregiverName }) => ({
      id: request.id,
      caregiver_name: caregiverName,
      total_price_usd: usdFromCents(request.priceCents),
      total_hours: toHours(request.totalMinutes),
      submitted_at: request.submittedAt.toISOString(),
    })),
  }
}

/** A dispute's evidence in the order in which it came, with links for one viewer who may see it. */
export async function evidenceOf(
  reader: Reader,
  deps: Pick<Deps, 'clock' | 'secrets'>,
  disputeId: number,
  viewerId: number,
): Promise<Evidence[]> {
  const rows = await reader
    .select({ evidence: disputeEvidence, contentType: files.contentType, uploaderName: users.fullName })
    .from(disputeEvidence)
    .innerJoin(files, eq(files.id, disputeEvidence.fileId))
    .innerJoin(users, eq(users.id, disputeEvidence.uploaderId))
    .where(eq(disputeEvidence.disputeId, disputeId))
    .orderBy(asc(disputeEvidence.id))
  return rows.map(({ evidence, contentType, uploaderName }) => ({
    id: evidence.id,
    url: createFileLink(deps, evidence.fileId, viewerId),
    kind: contentType === 'application/pdf' ? 'pdf' : 'image',
    caption: evidence.caption,
    uploaded_at: evidence.uploadedAt.toISOString(),
    uploaded_by_name: uploaderName,
  }))
}

/** A dispute as a viewer who may see it sees it; two statements. @throws AppError 404 where there is none */
export async function disputeOf(
  reader: Reader,
  deps: Pick<Deps, 'clock' | 'secrets'>,
  disputeId: number,
  viewerId: number,
): Promise<Dispute> {
  const [found] = await reader
    .select({ dispute: disputes, request: requests, caretaker: caretakers, caregiver: caregivers })
    .from(disputes)
    .innerJoin(requests, eq(requests.id, disputes.requestId))
    .innerJoin(caretakers, eq(caretakers.id, disputes.caretakerId))
    .innerJoin(caregivers, eq(caregivers.id, disputes.caregiverId))
    .where(eq(disputes.id, disputeId))
  if (!found) throw notFound()
  const { dispute, request, caretaker, caregiver } = found
  return {
    id: dispute.id,
    status: dispute.status,
    type: dispute.type,
    other_type_text: dispute.otherTypeText,
    reason: dispute.reason,
    opened_at: dispute.openedAt.toISOString(),
    ended_at: dispute.endedAt?.toISOString() ?? null,
    held_usd: usdFromCents(dispute.heldCents),
    refund_usd: usdFromCents(dispute.refundCents),
    parties: { caretaker: partyShown(caretaker), caregiver: partyShown(caregiver) },
    booking: {
      id: request.id,
      total_hours: toHours(request.totalMinutes),
      total_price_usd: usdFromCents(request.priceCents),
      submitted_at: request.submittedAt.toISOString(),
    },
    evidence: await evidenceOf(reader, deps, disputeId, viewerId),
  }
}

function partyShown({ fullName, email, avatarFileId }: typeof users.$inferSelect) {
  return { name: fullName, email, avatar: toAvatarUrl(avatarFileId) }
}

/** A dispute for one of its two sides. @throws AppError 404 for anybody else */
export async function disputeFor(deps: Deps, userId: number, disputeId: number): Promise<Dispute> {
  const seen = await findDispute(deps.database, disputeId)
  if (seen?.caretakerId !== userId && seen?.caregiverId !== userId) throw notFound()
  return disputeOf(deps.database, deps, disputeId, userId)
}

/** What those who tell people of a dispute need to know, in cents. */
export type DisputeFacts = {
  disputeId: number
  caretakerId: number
  caretakerName: string
  caregiverId: number
  caregiverName: string
  type: DisputeRow['type']
  heldCents: number
  /** Whether the money that was not refunded is the caregiver's by now, and not only after the booking. */
  isReleased: boolean
}

const isReleased = sql<boolean>`EXISTS (
  SELECT 1 FROM ${payments} WHERE ${payments.requestId} = ${disputes.requestId} AND ${payments.releasedAt} IS NOT NULL)`

/** The facts of a dispute that is known to exist. @throws AppError 404 otherwise */
export async function disputeFacts(reader: Reader, disputeId: number): Promise<DisputeFacts> {
  const [found] = await reader
    .select({
      dispute: disputes,
      caretakerName: caretakers.fullName,
      caregiverName: caregivers.fullName,
      isReleased,
    })
    .from(disputes)
    .innerJoin(caretakers, eq(caretakers.id, disputes.caretakerId))
    .innerJoin(caregivers, eq(caregivers.id, disputes.caregiverId))
    .where(eq(disputes.id, disputeId))
  if (!found) throw notFound()
  const { dispute, ...more } = found
  const { caretakerId, caregiverId, type, heldCents } = dispute
  return { disputeId, caretakerId, caregiverId, type, heldCents, ...more }
}
