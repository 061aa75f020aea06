import type { DocumentCheckResult, DocumentKind, RenewalDecision } from '@tendwell/contract/console/documents'
import type { Deps } from '../../../deps.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import type { StaffActor } from '../../../platform/http/access.ts'
import { releaseFiles } from '../../files/index.ts'
import { audit } from '../../people/index.ts'
import { checkDocument, decideRenewal, FIELD_OF_KIND } from '../../profiles/index.ts'

/** What staff read after each result, and the action in the audit log. */
const OUTCOMES = {
  ok: { message: 'Document checked', action: 'document.checked' },
  ask_again: { message: 'The caregiver was asked for a new document', action: 'document.asked-again' },
} as const

/** What staff read after each decision on a new file, and the action in the audit log. */
const RENEWAL_OUTCOMES = {
  accept: { message: 'New document accepted', action: 'document.renewal-accepted' },
  decline: { message: 'New document declined', action: 'document.renewal-declined' },
} as const

type DocumentCheckInput = {
  caregiverId: number
  kind: DocumentKind
  fileId: string
  result: DocumentCheckResult
  reason: string
  title: string
  expiresOn: string | null
  neverExpires: boolean
}

/**
 * Records what staff found in one document, with an audit log entry in the same transaction.
 * @throws AppError 400 for an expiry date that isn't in the future or is missing; 404 if the id is not a
 *   caregiver's; 409 if the caregiver has replaced the file meanwhile
 * @see docs/rules/console.md#documents
 */
export async function recordDocumentCheck(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  staffActor: StaffActor,
  { kind, ...check }: DocumentCheckInput,
): Promise<{ message: string; result: DocumentCheckResult }> {
  const { caregiverId, fileId, result, reason, expiresOn } = check
  const { message, action } = OUTCOMES[result]
  await checkDocument(transaction, deps, {
    ...check,
    document: FIELD_OF_KIND[kind],
    actorId: staffActor.actor.id,
  })
  await audit(transaction, {
    at: deps.clock.now(),
    actorId: staffActor.actor.id,
    action,
    subject: `user:${caregiverId}`,
    after: {
      document: kind,
      file: fileId,
      ...(result === 'ask_again' && { reason }),
      ...(expiresOn && { expiresOn }),
    },
    address: staffActor.address,
  })
  return { message, result }
}

type DecidedRenewal = Omit<DocumentCheckInput, 'result'> & { decision: RenewalDecision }

/**
 * Accepts or declines the new file of a document, with an audit log entry in the same transaction. The file
 * that is no longer needed goes to the trash.
 * @throws AppError 400 for an expiry date that isn't in the future or is missing; 404 if the id is not a
 *   caregiver's; 409 if no new file waits, or another one than staff saw
 * @see docs/rules/console.md#renewals
 */
export async function recordRenewalDecision(
  deps: Deps,
  staffActor: StaffActor,
  { kind, ...renewal }: DecidedRenewal,
): Promise<{ message: string; decision: RenewalDecision }> {
  const { caregiverId, fileId, decision, reason, expiresOn } = renewal
  const { message, action } = RENEWAL_OUTCOMES[decision]
  await releaseFiles(deps, async (transaction) => {
    const { unusedFileIds } = await decideRenewal(transaction, deps, {
      ...renewal,
      document: FIELD_OF_KIND[kind],
      actorId: staffActor.actor.id,
    })
    await audit(transaction, {
      at: deps.clock.now(),
      actorId: staffActor.actor.id,
      action,
      subject: `user:${caregiverId}`,
      after: {
        document: kind,
        file: fileId,
        ...(decision === 'decline' ? { reason } : expiresOn && { expiresOn }),
      },
      address: staffActor.address,
    })
    return unusedFileIds
  })
  return { message, decision }
}
