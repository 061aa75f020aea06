import { DAY_MS } from '@tendwell/contract/time'
import { and, eq, gt, inArray, isNull, or } from 'drizzle-orm'
import type { Evidence } from '../../../personal-data/classification.ts'
import type { Reader } from '../../../platform/database/database.ts'
import { conversations } from '../../chat/index.ts'
import { disputeEvidence, disputes } from '../../disputes/index.ts'
import { reportDecisions, reports } from '../../moderation/index.ts'
import { chargebacks, payments } from '../../payments/index.ts'

/** Evidence stays for this long after a decision. */
const KEPT_DAYS = 180

/**
 * What an erasure has to leave for now: reports, disputes and chargebacks of the person that are open or were
 * decided lately, what they are about, and the conversation of the two sides. A chargeback that the bank
 * decided for the payment is no evidence.
 * @see docs/rules/own-data.md#evidence-of-reports-and-disputes
 */
export async function findEvidence(reader: Reader, userId: number, now: Date): Promise<Evidence> {
  const since = new Date(now.getTime() - KEPT_DAYS * DAY_MS)
  const reported = await reader
    .select({
      id: reports.id,
      reviewId: reports.reviewId,
      one: reports.reporterId,
      other: reports.reportedId,
    })
    .from(reports)
    .leftJoin(reportDecisions, eq(reportDecisions.id, reports.decisionId))
    .where(
      and(
        or(eq(reports.reporterId, userId), eq(reports.reportedId, userId)),
        or(isNull(reports.decisionId), gt(reportDecisions.decidedAt, since)),
      ),
    )
  const disputed = await reader
    .select({ id: disputes.id, one: disputes.caretakerId, other: disputes.caregiverId })
    .from(disputes)
    .where(
      and(
        or(eq(disputes.caretakerId, userId), eq(disputes.caregiverId, userId)),
        or(isNull(disputes.endedAt), gt(disputes.endedAt, since)),
      ),
    )
  const chargedBack = await reader
    .select({ id: chargebacks.id, one: payments.payerId, other: payments.payeeId })
    .from(chargebacks)
    .innerJoin(payments, eq(payments.id, chargebacks.paymentId))
    .where(
      and(
        or(eq(payments.payerId, userId), eq(payments.payeeId, userId)),
        or(
          eq(chargebacks.status, 'open'),
          and(eq(chargebacks.status, 'lost'), gt(chargebacks.closedAt, since)),
        ),
      ),
    )
  const others = [...reported, ...disputed, ...chargedBack].flatMap(({ one, other }) =>
    one === userId ? other : (one ?? []),
  )
  const talked = await reader
    .select({ id: conversations.id })
    .from(conversations)
    .where(
      or(
        and(eq(conversations.caretakerId, userId), inArray(conversations.caregiverId, others)),
        and(eq(conversations.caregiverId, userId), inArray(conversations.caretakerId, others)),
      ),
    )
  const ids = disputed.map(({ id }) => id)
  const uploaded = await reader
    .select({ id: disputeEvidence.fileId })
    .from(disputeEvidence)
    .where(and(eq(disputeEvidence.uploaderId, userId), inArray(disputeEvidence.disputeId, ids)))
  return {
    reports: reported.map(({ id }) => id),
    reviews: reported.flatMap(({ reviewId }) => reviewId ?? []),
    disputes: ids,
    chargebacks: chargedBack.map(({ id }) => id),
    conversations: talked.map(({ id }) => id),
    files: uploaded.map(({ id }) => id),
  }
}
