import type { OwnCaregiverProfile, VerificationStatus } from '@tendwell/contract/profiles'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { FileField } from '../../../ui/file-field.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { StatusPill } from '../../../ui/status-pill.tsx'
import { toast } from '../../../ui/toast.ts'
import { documents, documentTypes } from '../files.ts'
import type { useDocumentUploads } from '../hooks/use-document-uploads.ts'
import { getVerificationLabel } from '../verification-label.ts'
import { DocumentRow } from './document-row.tsx'
import { needsConfirmation, ReplaceDialog } from './replace-dialog.tsx'

interface DocumentsPanelProps {
  profile: OwnCaregiverProfile
  uploads: ReturnType<typeof useDocumentUploads>
}

/** What changes when a document is replaced. */
const replaceNotes: Record<VerificationStatus, string> = {
  pending: 'You can replace a document until we’ve checked it.',
  verified:
    'Replacing a document sends your profile for verification again. Until we’ve checked it, families can’t find or book you.',
  rejected: 'Replace what’s missing or unreadable, and we’ll review your profile again.',
  flagged: 'You can replace a document while we review your profile.',
}

/** Each document once: those on file, each with its state, and fields for those that are missing. */
export function DocumentsPanel({ profile, uploads }: DocumentsPanelProps) {
  const status = profile.verification_status
  const stored = documents.filter(({ field }) => profile[field])
  const missing = documents.filter(({ field }) => !profile[field])
  return (
    <Panel
      id="documents"
      title="Verification"
      lead="Only you and our verification team can see your documents."
      actions={<StatusPill status={status} word={getVerificationLabel(status)} />}
    >
      <div className="flex flex-col gap-6">
        {stored.length > 0 && (
          <section aria-labelledby="current-documents">
            <h3 id="current-documents" className="font-sans font-semibold tracking-normal">
              Current Documents
            </h3>
            <p className="mt-1 text-ink-soft">{replaceNotes[status]}</p>
            <ul className="mt-4 divide-y divide-line">
              {stored.map(({ field, label }) => (
                <DocumentRow
                  key={field}
                  field={field}
                  label={label}
                  address={profile[field] ?? ''}
                  status={status}
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
      </div>
    </Panel>
  )
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
        {`${isFirst ? 'We need these documents' : 'Still missing'}. Images (PNG, JPEG, WebP) or PDF, each up to 10 MB.`}
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
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          sendAll()
        }}
      />
    </section>
  )
}
