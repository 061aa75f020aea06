/**
 * The disputes that keep an account from being closed, or its evidence from being erased.
 * @see docs/rules/own-data.md#closing-an-account
 */
import { and, eq, gt, inArray, isNull, or } from 'drizzle-orm'
import type { Reader } from '../../platform/database/database.ts'
import { isOpenStatus } from './dispute.ts'
import { disputeEvidence, disputes } from './tables.ts'

/** The SQL condition that a person is one of the two sides of a dispute. */
const isParty = (userId: number) => or(eq(disputes.familyId, userId), eq(disputes.caregiverId, userId))

/** Whether a person has an open dispute, on either side. */
export async function isInOpenDispute(reader: Reader, userId: number): Promise<boolean> {
  const rows = await reader.select({ status: disputes.status }).from(disputes).where(isParty(userId))
  return rows.some(({ status }) => isOpenStatus(status))
}

/** The ids of a person's disputes, on either side. */
export async function listDisputeIdsOf(reader: Reader, userId: number): Promise<number[]> {
  const rows = await reader.select({ id: disputes.id }).from(disputes).where(isParty(userId))
  return rows.map(({ id }) => id)
}

/** The disputes of a person that are open or ended after `since`, with the ids of the two sides. */
export function listDisputeEvidence(
  reader: Reader,
  userId: number,
  since: Date,
): Promise<{ id: number; side: number; otherSide: number }[]> {
  return reader
    .select({ id: disputes.id, side: disputes.familyId, otherSide: disputes.caregiverId })
    .from(disputes)
    .where(and(isParty(userId), or(isNull(disputes.endedAt), gt(disputes.endedAt, since))))
}

/** The ids of the files that a person uploaded to these disputes. */
export async function listEvidenceFiles(
  reader: Reader,
  uploaderId: number,
  disputeIds: readonly number[],
): Promise<string[]> {
  const rows = await reader
    .select({ id: disputeEvidence.fileId })
    .from(disputeEvidence)
    .where(
      and(eq(disputeEvidence.uploaderId, uploaderId), inArray(disputeEvidence.disputeId, [...disputeIds])),
    )
  return rows.map(({ id }) => id)
}
