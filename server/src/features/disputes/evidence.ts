import type { Evidence } from '@tendwell/contract/disputes'
import { EVIDENCE_LIMITS } from '@tendwell/contract/reference'
import type { Deps } from '../../deps.ts'
import { withTransaction } from '../../platform/database.ts'
import { conflict, invalid, invalidRequest, notFound } from '../../platform/errors.ts'
import { acceptEvidence, insertFile, storeFile, type Upload } from '../files/index.ts'
import { isOpen } from './dispute.ts'
import { evidenceOf, findDispute } from './queries.ts'
import { type DisputeRow, insertEvidence, lockDispute } from './store.ts'

const TOTAL_MB = EVIDENCE_LIMITS.totalBytes / 1024 / 1024

function megabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1)
}

/** @throws AppError 409 for an ended dispute, 400 where the file would be one too many or too much */
function requireRoom({ status, evidenceFiles, evidenceBytes }: DisputeRow, bytes: number): void {
  if (!isOpen(status)) throw conflict('This dispute has ended, so nothing can be added to it')
  if (evidenceFiles >= EVIDENCE_LIMITS.files) {
    const message = `You can only upload a maximum of ${EVIDENCE_LIMITS.files} files. You currently have ${evidenceFiles} files selected.`
    throw invalid({ file: [message] })
  }
  const total = evidenceBytes + bytes
  if (total > EVIDENCE_LIMITS.totalBytes) {
    const message = `Total file size cannot exceed ${TOTAL_MB}MB. Current total: ${megabytes(total)}MB`
    throw invalid({ file: [message] })
  }
}

/**
 * Adds a file to a family's open dispute (admin specification §5). Its limits hold under parallel uploads as well: the
 * dispute is locked while its sums grow.
 * @param caption may be empty
 * @throws AppError 404 for another's dispute, 409 for one that has ended, 400 and 415 for files that can't be taken
 */
export async function addEvidence(
  deps: Deps,
  caretakerId: number,
  disputeId: number,
  { uploads, caption }: { uploads: Upload[]; caption: string },
): Promise<Evidence> {
  const [upload] = uploads
  if (!upload) throw invalidRequest('Please choose files to upload')
  const seen = await findDispute(deps.database, disputeId)
  if (seen?.caretakerId !== caretakerId) throw notFound()
  const { bytes } = upload
  requireRoom(seen, bytes)
  const file = await storeFile(deps, caretakerId, await acceptEvidence(upload))
  return withTransaction(deps.database, async (transaction) => {
    const dispute = await lockDispute(transaction, disputeId)
    if (!dispute) throw notFound()
    requireRoom(dispute, bytes)
    await insertFile(transaction, file)
    const id = await insertEvidence(transaction, {
      disputeId,
      fileId: file.id,
      caption,
      uploaderId: caretakerId,
      uploadedAt: deps.clock.now(),
      bytes,
    })
    const items = await evidenceOf(transaction, deps, disputeId, caretakerId)
    return items.find((item) => item.id === id) as Evidence
  })
}
