import type { Evidence } from '@tendwell/contract/disputes'
import { EVIDENCE_LIMITS } from '@tendwell/contract/reference'
import type { Deps } from '../../deps.ts'
import { conflict, invalid, invalidRequest, notFound } from '../../platform/errors.ts'
import { acceptEvidence, keepFiles, type Upload } from '../files/index.ts'
import { isOpenStatus } from './dispute.ts'
import { findDispute, listEvidence } from './queries.ts'
import { type DisputeRow, insertEvidence, lockDispute } from './store.ts'

const TOTAL_MB = EVIDENCE_LIMITS.totalBytes / 1024 / 1024

function formatMegabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1)
}

/** @throws AppError 409 for an ended dispute, 400 when the file would exceed the limits */
function requireWithinLimits({ status, evidenceFiles, evidenceBytes }: DisputeRow, bytes: number): void {
  if (!isOpenStatus(status)) throw conflict("This dispute is closed, so you can't add evidence")
  if (evidenceFiles >= EVIDENCE_LIMITS.files) {
    const message = `You can only upload a maximum of ${EVIDENCE_LIMITS.files} files. You currently have ${evidenceFiles} files selected.`
    throw invalid({ file: [message] })
  }
  const total = evidenceBytes + bytes
  if (total > EVIDENCE_LIMITS.totalBytes) {
    const message = `Total file size cannot exceed ${TOTAL_MB}MB. Current total: ${formatMegabytes(total)}MB`
    throw invalid({ file: [message] })
  }
}

/**
 * Adds a file to a family's open dispute. Locking the dispute makes its limits hold under parallel uploads.
 * @see docs/rules/disputes.md#evidence
 * @param caption may be empty
 * @throws AppError 404 for another family's dispute, 409 for an ended one, 400 and 415 for a file that is not accepted
 */
export async function addEvidence(
  deps: Deps,
  caretakerId: number,
  disputeId: number,
  { uploads, caption }: { uploads: Upload[]; caption: string },
): Promise<Evidence> {
  const [upload] = uploads
  if (!upload) throw invalidRequest('Please choose files to upload')
  const current = await findDispute(deps.database, disputeId)
  if (current?.caretakerId !== caretakerId) throw notFound()
  const { bytes } = upload
  requireWithinLimits(current, bytes)
  const accepted = { evidence: await acceptEvidence(upload) }
  let id = 0
  await keepFiles(deps, caretakerId, accepted, async (transaction, fileIds) => {
    const dispute = await lockDispute(transaction, disputeId)
    if (!dispute) throw notFound()
    requireWithinLimits(dispute, bytes)
    id = await insertEvidence(transaction, {
      disputeId,
      fileId: fileIds.evidence,
      caption,
      uploaderId: caretakerId,
      uploadedAt: deps.clock.now(),
      bytes,
    })
    return []
  })
  const items = await listEvidence(deps.database, deps, disputeId, caretakerId)
  return items.find((item) => item.id === id) as Evidence
}
