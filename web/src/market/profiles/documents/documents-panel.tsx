import type { OwnCaregiverProfile, VerificationStatus } from '@tendwell/contract/profiles/profiles'
import { useState } from 'react'
import { useLinkedPanel } from '../../../lib/address/use-linked-panel.ts'
import { toast } from '../../../lib/toast.ts'
import { hasExpiredDocument } from '../../../shared/people/expiry-banner.tsx'
import { StatusPill } from '../../../shared/statuses/status-pill.tsx'
import { Button } from '../../../ui/button.tsx'
import { FileField } from '../../../ui/file-field.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { getVerificationLabel } from '../caregiver/verification-label.ts'
import { DocumentOpenings } from './document-openings.tsx'
import { DocumentRow } from './document-row.tsx'
import { documents, documentTypes } from './files.ts'
import { needsConfirmation, ReplaceDialog } from './replace-dialog.tsx'
import type { useDocumentUploads } from './use-document-uploads.ts'

interface DocumentsPanelProps {
  profile: OwnCaregiverProfile
  uploads: ReturnType<typeof useDocumentUploads>
}

const DOCUMENTS_ID = 'documents'

/** What changes when a document is replaced. */
const replaceNotes: Record<VerificationStatus, string> = {
  pending: 'You can replace a document until we’ve checked it.',
  verified:
    'If you replace a document, we’ll verify your profile again. Families can’t find or book you until that’s done.',
  rejected: 'Replace what’s missing or unreadable, and we’ll review your profile again.',
  flagged: 'You can replace a document while we review your profile.',
}

/** Each document once: those on file, each with its state, and fields for those that are missing. */
export function DocumentsPanel({ profile, uploads }: DocumentsPanelProps) {
  const status = profile.verification_status
  const panel = useLinkedPanel(DOCUMENTS_ID)
  const stored = documents.filter(({ field }) => profile[field])
  const missing = documents.filter(({ field }) => !profile[field])
  return (
    <Panel
      ref={panel}
      id={DOCUMENTS_ID}
      title="Verification"
      lead="Only you and our verification team can see your documents."
      actions={
        hasExpiredDocument(profile) ? (
          <StatusPill status="document_expired" word="Not listed" />
        ) : (
          <StatusPill status={status} word={getVerificationLabel(status)} />
        )
      }
    >
      <div className="flex flex-col gap-6">
        {stored.length > 0 && (
          <section aria-labelledby="current-documents">
            <h3 id="current-documents" className="font-sans font-semibold tracking-normal">
              Current Documents
            </h3>
            <p className="mt-1 text-ink-soft">{getReplaceNote(profile)}</p>
            <ul className="mt-4 divide-y divide-line">
              {stored.map(({ field, label }) => (
                <DocumentRow
                  key={field}
                  field={field}
                  label={label}
                  address={profile[field] ?? ''}
                  status={status}
                  state={profile.document_states.find(({ document }) => document === field)}
                  request={profile.document_requests.find(({ document }) => document === field)}
                />
              ))}
            </ul>
          </section>
        )}
        {missing.length > 0 && (
          <MissingDocuments
            fields={missing}
            status={status}
            uploads={uploads}
            isFirst={stored.length === 0}
          />
        )}
        {stored.length > 0 && <DocumentOpenings />}
      </div>
    </Panel>
  )
}

function getReplaceNote(profile: OwnCaregiverProfile): string {
  const { verification_status: status, document_states: states } = profile
  const renewable = status === 'verified' ? states.filter(({ can_renew: canRenew }) => canRenew) : []
  if (renewable.length === 0) return replaceNotes[status]
  if (renewable.length === states.length)
    return 'An old document stays on file until we’ve checked the new one.'
  return 'A document that expires soon or that we asked for again stays on file until we’ve checked the new one. If you replace any other document, we’ll verify your profile again, and families can’t find or book you until that’s done.'
}

/** What is needed of the documents that are missing. */
function describeNeed(fields: typeof documents, isFirst: boolean): string {
  if (isFirst) return 'We need both sides of your ID. A certificate is optional.'
  return fields.every(({ field }) => field === 'certificate')
    ? 'You can also add a certificate.'
    : 'Still missing.'
}

interface MissingDocumentsProps extends Pick<DocumentsPanelProps, 'uploads'> {
  fields: typeof documents
  status: VerificationStatus
  isFirst: boolean
}

function MissingDocuments({ fields, status, uploads, isFirst }: MissingDocumentsProps) {
  const { slots, choose, sendAll, isSending, hasFiles } = uploads
  const [isAsking, setAsking] = useState(false)
  const upload = () => {
    if (!hasFiles) toast.error('Please choose files to upload')
    else if (needsConfirmation(status)) setAsking(true)
    else sendAll()
  }
  return (
    <section aria-label="Documents to upload" className={isFirst ? '' : 'border-t border-line pt-6'}>
      <p className="mb-5 text-ink-soft">
        {`${describeNeed(fields, isFirst)} Images (PNG, JPEG, WebP) or PDF, each up to 10 MB.`}
      </p>
      <div className="flex flex-col gap-5">
        {fields.map(({ field, label, hint }) => (
          <FileField
            key={field}
            label={label}
            hint={hint}
            error={slots[field].error}
            accept={documentTypes}
            value={slots[field].file}
            onChange={(file) => choose(field, file)}
            percent={slots[field].percent}
            isDisabled={isSending}
          />
        ))}
        <Button onPress={upload} isPending={isSending} className="self-stretch sm:self-end">
          {isSending ? 'Uploading…' : 'Upload Documents'}
        </Button>
      </div>
      <ReplaceDialog
        isOpen={isAsking}
        status={status}
        title="Upload your documents?"
        confirmLabel="Upload and send"
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          sendAll()
        }}
      />
    </section>
  )
}
