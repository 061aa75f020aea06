import { usdFromCents } from '@tendwell/contract/money'
import type { Dispute, Evidence } from '@tendwell/contract/safety/disputes'
import { and, asc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Deps } from '../../deps.ts'
import type { Reader } from '../../platform/database/database.ts'
import { notFound } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/access.ts'
import { requests, sumRefunds, toHours } from '../bookings/index.ts'
import { createFileLink, files } from '../files/index.ts'
import { chargebacks, payments, type Refund, refunds } from '../payments/index.ts'
import { toAvatarUrl, users } from '../people/index.ts'
import { listQuestions } from './question-queries.ts'
import type { DisputeRow } from './store.ts'
import { disputeEvidence, disputes } from './tables.ts'

const caregivers = alias(users, 'caregivers')
const caretakers = alias(users, 'caretakers')

export async function findDispute(reader: Reader, disputeId: number): Promise<DisputeRow | null> {
  const [row] = await reader.select().from(disputes).where(eq(disputes.id, disputeId))
  return row ?? null
}

/**
 * @throws AppError 404 unless the user is one of the two parties
 * @see docs/rules/disputes.md#who-sees-a-dispute
 */
export async function findOwnDispute(reader: Reader, disputeId: number, userId: number): Promise<DisputeRow> {
  const dispute = await findDispute(reader, disputeId)
  if (!dispute || (dispute.caretakerId !== userId && dispute.caregiverId !== userId)) throw notFound()
  return dispute
}

/**
 * Lists a dispute's evidence, oldest first. The file links are signed for the viewer, whose access the caller
 * checks.
 */
export async function listEvidence(
  reader: Reader,
  deps: Pick<Deps, 'clock' | 'secrets'>,
  dispute: Pick<DisputeRow, 'id' | 'caregiverId'>,
  viewerId: number,
): Promise<Evidence[]> {
  const rows = await reader
    .select({ evidence: disputeEvidence, contentType: files.contentType, uploaderName: users.fullName })
    .from(disputeEvidence)
    .innerJoin(files, eq(files.id, disputeEvidence.fileId))
    .innerJoin(users, eq(users.id, disputeEvidence.uploaderId))
    .where(eq(disputeEvidence.disputeId, dispute.id))
    .orderBy(asc(disputeEvidence.id))
  return rows.map(({ evidence, contentType, uploaderName }) => ({
    id: evidence.id,
    url: createFileLink(deps, evidence.fileId, viewerId),
    kind: contentType === 'application/pdf' ? 'pdf' : 'image',
    caption: evidence.caption,
    uploaded_at: evidence.uploadedAt.toISOString(),
    uploaded_by_name: uploaderName,
    uploaded_by: evidence.uploaderId === dispute.caregiverId ? 'caregiver' : 'caretaker',
    bytes: evidence.bytes,
  }))
}

type Viewer = Pick<Actor, 'id' | 'role'>

/**
 * Reads a dispute for a viewer whose access the caller has checked.
 * @throws AppError 404 for an unknown id
 */
export async function getDispute(
  reader: Reader,
  deps: Pick<Deps, 'clock' | 'secrets'>,
  disputeId: number,
  viewer: Viewer,
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
    ...sumRefunds(await listDisputeRefunds(reader, { id: dispute.id, requestId: request.id })),
    resolution: dispute.resolution,
    parties: { caretaker: toParty(caretaker, viewer), caregiver: toParty(caregiver, viewer) },
    booking: {
      id: request.id,
      total_hours: toHours(request.totalMinutes),
      total_price_usd: usdFromCents(request.priceCents),
      submitted_at: request.submittedAt.toISOString(),
    },
    evidence: await listEvidence(reader, deps, dispute, viewer.id),
    questions: await listQuestions(reader, disputeId, viewer.role === 'admin' ? null : viewer.role),
  }
}

/** The refund that closing a dispute made, and the part of it that the family's bank gave back itself. */
export async function listDisputeRefunds(
  reader: Reader,
  { id, requestId }: { id: number; requestId: number },
): Promise<Refund[]> {
  const rows = await reader
    .select({ refund: refunds })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(
      and(
        eq(payments.requestId, requestId),
        sql`${refunds.key} || ':' LIKE 'refund:' || ${payments.id} || ${`:dispute:${id}:%`}`,
      ),
    )
  return rows.map(({ refund }) => refund)
}

/** A person's address is for themselves and admins. @see docs/rules/disputes.md#who-sees-a-dispute */
function toParty(user: typeof users.$inferSelect, viewer: Viewer) {
  const seesAddress = viewer.role === 'admin' || viewer.id === user.id
  return { name: user.fullName, email: seesAddress ? user.email : null, avatar: toAvatarUrl(user) }
}

/**
 * @throws AppError 404 unless the user is one of the two parties
 * @see docs/rules/disputes.md#who-sees-a-dispute
 */
export async function getDisputeForParty(deps: Deps, viewer: Viewer, disputeId: number): Promise<Dispute> {
  await findOwnDispute(deps.database, disputeId, viewer.id)
  return getDispute(deps.database, deps, disputeId, viewer)
}

/** What notifications say about a dispute. */
export type DisputeSummary = {
  disputeId: number
  requestId: number
  caretakerId: number
  caretakerName: string
  caregiverId: number
  caregiverName: string
  type: DisputeRow['type']
  heldCents: number
  /** What an admin wrote to both sides in the end. */
  resolution: string | null
  assigneeId: number | null
  /** Whether the booking's money has been released to the caregiver. */
  isReleased: boolean
  /** Whether a chargeback keeps the booking's money on hold. */
  isChargedBack: boolean
}

const isReleased = sql<boolean>`EXISTS (
  SELECT 1 FROM ${payments} WHERE ${payments.requestId} = ${disputes.requestId} AND ${payments.releasedAt} IS NOT NULL)`

const isChargedBack = sql<boolean>`EXISTS (
  SELECT 1 FROM ${chargebacks} JOIN ${payments} ON ${payments.id} = ${chargebacks.paymentId}
  WHERE ${payments.requestId} = ${disputes.requestId} AND ${chargebacks.status} = 'open')`

/** @throws AppError 404 for an unknown id */
export async function getDisputeSummary(reader: Reader, disputeId: number): Promise<DisputeSummary> {
  const [found] = await reader
    .select({
      dispute: disputes,
      caretakerName: caretakers.fullName,
      caregiverName: caregivers.fullName,
      isReleased,
      isChargedBack,
    })
    .from(disputes)
    .innerJoin(caretakers, eq(caretakers.id, disputes.caretakerId))
    .innerJoin(caregivers, eq(caregivers.id, disputes.caregiverId))
    .where(eq(disputes.id, disputeId))
  if (!found) throw notFound()
  const { dispute, ...others } = found
  const { requestId, caretakerId, caregiverId, type, heldCents, resolution, assigneeId } = dispute
  return {
    disputeId,
    requestId,
    caretakerId,
    caregiverId,
    type,
    heldCents,
    resolution,
    assigneeId,
    ...others,
  }
}
