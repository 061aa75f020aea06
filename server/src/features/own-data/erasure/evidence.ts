import { DAY_MS } from '@tendwell/contract/time'
import type { Evidence } from '../../../personal-data/classification.ts'
import type { Reader } from '../../../platform/database/database.ts'
import { listConversationsWith } from '../../chat/index.ts'
import { listDisputeEvidence, listEvidenceFiles } from '../../disputes/index.ts'
import { listReportEvidence } from '../../moderation/index.ts'
import { listChargebackEvidence } from '../../payments/index.ts'

/** Evidence stays for this long after a decision. */
const EVIDENCE_KEPT_DAYS = 180

/**
 * What an erasure has to leave for now: reports, disputes and chargebacks of the person that are open or were
 * decided lately, what they are about, and the conversation of the two sides. A chargeback that the bank
 * decided for the payment is no evidence.
 * @see docs/rules/own-data.md#evidence-of-reports-and-disputes
 */
export async function findEvidence(reader: Reader, userId: number, now: Date): Promise<Evidence> {
  const since = new Date(now.getTime() - EVIDENCE_KEPT_DAYS * DAY_MS)
  const reportEvidence = await listReportEvidence(reader, userId, since)
  const disputeEvidence = await listDisputeEvidence(reader, userId, since)
  const chargebackEvidence = await listChargebackEvidence(reader, userId, since)
  const otherSideIds = [...reportEvidence, ...disputeEvidence, ...chargebackEvidence].flatMap(
    ({ side, otherSide }) => (side === userId ? otherSide : (side ?? [])),
  )
  const disputeIds = disputeEvidence.map(({ id }) => id)
  return {
    reports: reportEvidence.map(({ id }) => id),
    reviews: reportEvidence.flatMap(({ reviewId }) => reviewId ?? []),
    disputes: disputeIds,
    chargebacks: chargebackEvidence.map(({ id }) => id),
    conversations: await listConversationsWith(reader, userId, otherSideIds),
    files: await listEvidenceFiles(reader, userId, disputeIds),
  }
}
