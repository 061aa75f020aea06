import { usdFromCents } from '@tendwell/contract/money'
import type { Dispute, Evidence } from '@tendwell/contract/safety/disputes'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { and, asc, desc, eq, exists, isNull, notExists, sql } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import type { Reader } from '../../platform/database/database.ts'
import { notFound } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/access.ts'
import { findRequest, listBookedWindows, sumRefunds } from '../bookings/index.ts'
import { createFileLink, files } from '../files/index.ts'
import { namePlaceholder } from '../notices/index.ts'
import { findReleaseState, listRequestRefunds, type Refund } from '../payments/index.ts'
import { findNames, findPeople } from '../people/index.ts'
import { listQuestions } from './question-queries.ts'
import type { DisputeRow } from './store.ts'
import { disputeAnswers, disputeEvidence, disputeQuestions, disputes } from './tables.ts'
import { toUtcWindows, toVisitTotals } from './visit-totals.ts'

/** The row of a dispute; null for an unknown id. */
export async function findDispute(reader: Reader, disputeId: number): Promise<DisputeRow | null> {
  const [row] = await reader.select().from(disputes).where(eq(disputes.id, disputeId))
  return row ?? null
}

/** The disputes of a request, oldest first. */
export function listRequestDisputes(reader: Reader, requestId: number): Promise<DisputeRow[]> {
  return reader.select().from(disputes).where(eq(disputes.requestId, requestId)).orderBy(asc(disputes.id))
}

/**
 * The row of a dispute, for one of its two sides.
 * @throws AppError 404 for anyone else
 * @see docs/rules/disputes.md#who-sees-a-dispute
 */
export async function getOwnDispute(reader: Reader, disputeId: number, userId: number): Promise<DisputeRow> {
  const dispute = await findDispute(reader, disputeId)
  if (!dispute || (dispute.familyId !== userId && dispute.caregiverId !== userId)) throw notFound()
  return dispute
}

/**
 * Lists a dispute's evidence, oldest first. The file links open only for the viewer, whose access the caller
 * has checked.
 */
export async function listEvidence(
  reader: Reader,
  deps: Pick<Deps, 'clock' | 'secrets'>,
  dispute: Pick<DisputeRow, 'id' | 'caregiverId'>,
  viewerId: number,
): Promise<Evidence[]> {
  const rows = await reader
    .select({ evidence: disputeEvidence, contentType: files.contentType })
    .from(disputeEvidence)
    .innerJoin(files, eq(files.id, disputeEvidence.fileId))
    .where(eq(disputeEvidence.disputeId, dispute.id))
    .orderBy(asc(disputeEvidence.id))
  const names = await findNames(
    reader,
    rows.map(({ evidence }) => evidence.uploaderId),
  )
  return rows.map(({ evidence, contentType }) => ({
    id: evidence.id,
    url: createFileLink(deps, evidence.fileId, viewerId),
    kind: contentType === 'application/pdf' ? 'pdf' : 'image',
    caption: evidence.caption,
    uploaded_at: evidence.uploadedAt.toISOString(),
    uploaded_by_name: names.get(evidence.uploaderId) ?? '',
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
  const dispute = await findDispute(reader, disputeId)
  const request = dispute && (await findRequest(reader, dispute.requestId))
  if (!dispute || !request) throw notFound()
  const bookedWindows = await listBookedWindows(reader, request.id)
  const people = await findPeople(reader, [dispute.familyId, dispute.caregiverId])
  return {
    id: dispute.id,
    status: dispute.status,
    type: dispute.type,
    other_type_text: dispute.otherTypeText,
    reason: dispute.reason,
    response:
      dispute.response !== null && dispute.respondedAt
        ? { text: dispute.response, written_at: dispute.respondedAt.toISOString() }
        : null,
    opened_at: dispute.openedAt.toISOString(),
    ended_at: dispute.endedAt?.toISOString() ?? null,
    held_usd: usdFromCents(dispute.heldCents),
    refund_usd: usdFromCents(dispute.refundCents),
    ...sumRefunds(await listDisputeRefunds(reader, { id: dispute.id, requestId: request.id })),
    resolution: dispute.resolution,
    parties: {
      caretaker: toParty(people, dispute.familyId, viewer),
      caregiver: toParty(people, dispute.caregiverId, viewer),
    },
    booking: {
      id: request.id,
      submitted_at: request.submittedAt.toISOString(),
      ...toVisitTotals(bookedWindows),
      canceled_windows: toUtcWindows(bookedWindows.filter(({ booking }) => booking.canceledAt)),
    },
    evidence: await listEvidence(reader, deps, dispute, viewer.id),
    questions: await listQuestions(reader, disputeId, viewer.role === 'admin' ? null : viewer.role),
  }
}

/**
 * The refund that closing a dispute made, oldest first: two if the family's bank paid a part of it instead of
 * us. The key of that part is the refund's with a suffix (`endTakenBackRefunds`).
 */
export async function listDisputeRefunds(
  reader: Reader,
  { id, requestId }: { id: number; requestId: number },
): Promise<Refund[]> {
  const refunds = await listRequestRefunds(reader, requestId)
  return refunds
    .filter(({ key, paymentId }) => `${key}:`.startsWith(`refund:${paymentId}:dispute:${id}:`))
    .toReversed()
}

/**
 * One side of a dispute, as the viewer sees it. Only the person and staff get the email address.
 * @see docs/rules/disputes.md#who-sees-a-dispute
 */
function toParty(people: Awaited<ReturnType<typeof findPeople>>, id: number, viewer: Viewer) {
  const { name = '', email = null, avatar = null } = people.get(id) ?? {}
  const seesEmail = viewer.role === 'admin' || viewer.id === id
  return { name, email: seesEmail ? email : null, avatar }
}

/**
 * A dispute as one of its two sides reads it.
 * @throws AppError 404 for anyone else
 * @see docs/rules/disputes.md#who-sees-a-dispute
 */
export async function getDisputeForParty(deps: Deps, viewer: Viewer, disputeId: number): Promise<Dispute> {
  await getOwnDispute(deps.database, disputeId, viewer.id)
  return getDispute(deps.database, deps, disputeId, viewer)
}

/** What notifications say about a dispute. Both names are placeholders (`namePlaceholder`). */
export type DisputeSummary = {
  disputeId: number
  requestId: number
  familyId: number
  familyName: string
  caregiverId: number
  caregiverName: string
  type: DisputeRow['type']
  heldCents: number
  /** What staff wrote to both sides when the dispute ended. */
  resolution: string | null
  assigneeId: number | null
  /** Whether the booking's money has been released to the caregiver. */
  isReleased: boolean
  /** Whether a chargeback keeps the booking's money on hold. */
  hasOpenChargeback: boolean
}

/** A dispute as notifications show it. @throws AppError 404 for an unknown id */
export async function getDisputeSummary(reader: Reader, disputeId: number): Promise<DisputeSummary> {
  const dispute = await findDispute(reader, disputeId)
  if (!dispute) throw notFound()
  const { requestId, familyId, caregiverId, type, heldCents, resolution, assigneeId } = dispute
  return {
    disputeId,
    requestId,
    familyId,
    familyName: namePlaceholder(familyId),
    caregiverId,
    caregiverName: namePlaceholder(caregiverId),
    type,
    heldCents,
    resolution,
    assigneeId,
    ...(await findReleaseState(reader, requestId)),
  }
}

/**
 * A person's open disputes: first those that wait for them, then the newest first. A dispute waits for a side while our team's
 * question to it has no answer, and for a caregiver until they answer the dispute itself.
 */
export function listOpenDisputesOf(
  reader: Reader,
  side: Side,
  userId: number,
): Promise<{ id: number; isWaiting: boolean }[]> {
  const hasAnswer = reader
    .select({ id: disputeAnswers.id })
    .from(disputeAnswers)
    .where(eq(disputeAnswers.questionId, disputeQuestions.id))
  const openQuestions = reader
    .select({ id: disputeQuestions.id })
    .from(disputeQuestions)
    .where(
      and(eq(disputeQuestions.disputeId, disputes.id), eq(disputeQuestions.side, side), notExists(hasAnswer)),
    )
  const isUnanswered = side === 'caregiver' ? sql`${disputes.response} IS NULL` : sql`false`
  const isWaiting = sql<boolean>`(${isUnanswered} OR ${exists(openQuestions)})`
  const personId = side === 'caregiver' ? disputes.caregiverId : disputes.familyId
  return reader
    .select({ id: disputes.id, isWaiting })
    .from(disputes)
    .where(and(eq(personId, userId), isNull(disputes.endedAt)))
    .orderBy(desc(isWaiting), desc(disputes.id))
}
