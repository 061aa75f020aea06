import type { DocumentCheckResult, DocumentKind } from '@tendwell/contract/admin-documents'
import type { DocumentField } from '@tendwell/contract/profiles'
import type { Deps } from '../../../deps.ts'
import type { Transaction } from '../../../platform/database.ts'
import { audit } from '../../accounts/index.ts'
import { checkDocument } from '../../profiles/index.ts'

const FIELDS: Record<DocumentKind, DocumentField> = {
  id_front: 'gov_id_front',
  id_back: 'gov_id_back',
  certificate: 'certificate',
}

const OUTCOMES = {
  ok: { message: 'Document checked', action: 'document.checked' },
  ask_again: { message: 'The caregiver was asked for a new document', action: 'document.asked-again' },
} as const

type Check = {
  caregiverId: number
  kind: DocumentKind
  fileId: string
  result: DocumentCheckResult
  reason: string
  expiresOn: string | null
}

/**
 * Records what an admin found in one document, with an audit log entry in the same transaction.
 * @throws AppError 404 when the id is not a caregiver's, 409 when the caregiver has replaced the file since
 * @see docs/rules/console.md#documents
 */
export async function recordDocumentCheck(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  by: { actorId: number; address: string },
  { kind, ...check }: Check,
): Promise<{ message: string; result: DocumentCheckResult }> {
  const { caregiverId, fileId, result, reason, expiresOn } = check
  const { message, action } = OUTCOMES[result]
  await checkDocument(transaction, deps, { ...check, document: FIELDS[kind], actorId: by.actorId })
  await audit(transaction, {
    at: deps.clock.now(),
    actorId: by.actorId,
    action,
    subject: `user:${caregiverId}`,
    after: {
      document: kind,
      file: fileId,
      ...(result === 'ask_again' && { reason }),
      ...(expiresOn && { expiresOn }),
    },
    address: by.address,
  })
  return { message, result }
}
