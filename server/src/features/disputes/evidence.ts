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

/**
 * Requires that a side can add a file of `bytes` bytes to a dispute.
 * @throws AppError 409 for an ended dispute, 400 if the files of the side would exceed the limits
 */
async function requireWithinLimits(
  reader: Reader,
  { id, status }: DisputeRow,
  uploaderId: number,
  bytes: number,
): Promise<void> {
  if (!isOpenStatus(status)) throw conflict("This dispute is closed, so you can't add evidence")
  const stored = await sumEvidence(reader, id, uploaderId)
  if (stored.files >= EVIDENCE_LIMITS.files) {
    const message = `You can only upload a maximum of ${EVIDENCE_LIMITS.files} files. You currently have ${stored.files} files selected.`
    throw invalid({ file: [message] })
  }
  const totalBytes = stored.bytes + bytes
  if (totalBytes > EVIDENCE_LIMITS.totalBytes) {
    const message = `Total file size cannot exceed ${TOTAL_MB}MB. Current total: ${formatMegabytes(totalBytes)}MB`
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
  const disputeBefore = await getOwnDispute(deps.database, disputeId, userId)
  const { bytes } = upload
  await requireWithinLimits(deps.database, disputeBefore, userId, bytes)
  const acceptedFiles = { evidence: await acceptEvidence(upload) }
  let id = 0
  await keepFiles(deps, userId, acceptedFiles, async (transaction, fileIds) => {
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
    // The new file replaces no other.
    return []
  })
  const allEvidence = await listEvidence(deps.database, deps, disputeBefore, userId)
  return allEvidence.find((evidence) => evidence.id === id) as Evidence
}
