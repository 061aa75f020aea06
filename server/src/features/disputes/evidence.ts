import { EVIDENCE_LIMITS } from '@tendwell/contract/safety/dispute-types'
import type { Evidence } from '@tendwell/contract/safety/disputes'
import type { Deps } from '../../deps.ts'
import type { Reader } from '../../platform/database/database.ts'
import { conflict, invalid, invalidRequest, notFound } from '../../platform/errors.ts'
import { acceptEvidence, keepFiles, type Upload } from '../files/index.ts'
import { isOpenStatus } from './dispute.ts'
import { getOwnDispute, listEvidence } from './queries.ts'
import { type DisputeRow, insertEvidence, lockDispute, sumEvidence } from './store.ts'

const TOTAL_MB = EVIDENCE_LIMITS.totalBytes / 1024 / 1024

function formatMegabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1)
}

/** @throws AppError 409 for an ended dispute, 400 when the side's files would exceed the limits */
async function requireWithinLimits(
  reader: Reader,
  { id, status }: DisputeRow,
  uploaderId: number,
  bytes: number,
): Promise<void> {
  if (!isOpenStatus(status)) throw conflict("This dispute is closed, so you can't add evidence")
  const present = await sumEvidence(reader, id, uploaderId)
  if (present.files >= EVIDENCE_LIMITS.files) {
    const message = `You can only upload a maximum of ${EVIDENCE_LIMITS.files} files. You currently have ${present.files} files selected.`
    throw invalid({ file: [message] })
  }
  const total = present.bytes + bytes
  if (total > EVIDENCE_LIMITS.totalBytes) {
    const message = `Total file size cannot exceed ${TOTAL_MB}MB. Current total: ${formatMegabytes(total)}MB`
    throw invalid({ file: [message] })
  }
}

/**
 * Adds a file of one side to an open dispute. The limits are checked again under the dispute's lock, so that
 * parallel uploads can't exceed them.
 * @see docs/rules/disputes.md#evidence
 * @param caption may be empty
 * @throws AppError 404 unless the caller is one of the two sides, 409 for an ended dispute, 400 and 415 for a
 *   file that is not accepted
 */
export async function addEvidence(
  deps: Deps,
  userId: number,
  disputeId: number,
  { uploads, caption }: { uploads: Upload[]; caption: string },
): Promise<Evidence> {
  const [upload] = uploads
  if (!upload) throw invalidRequest('Please choose files to upload')
  const current = await getOwnDispute(deps.database, disputeId, userId)
  const { bytes } = upload
  await requireWithinLimits(deps.database, current, userId, bytes)
  const accepted = { evidence: await acceptEvidence(upload) }
  let id = 0
  await keepFiles(deps, userId, accepted, async (transaction, fileIds) => {
    const dispute = await lockDispute(transaction, disputeId)
    if (!dispute) throw notFound()
    await requireWithinLimits(transaction, dispute, userId, bytes)
    id = await insertEvidence(transaction, {
      disputeId,
      fileId: fileIds.evidence,
      caption,
      uploaderId: userId,
      uploadedAt: deps.clock.now(),
      bytes,
    })
    return []
  })
  const items = await listEvidence(deps.database, deps, current, userId)
  return items.find((item) => item.id === id) as Evidence
}
