import type { VerificationStatus } from '@tendwell/contract/profiles'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { FileField } from '../../../ui/file-field.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { StatusPill } from '../../../ui/status-pill.tsx'
import { toast } from '../../../ui/toast.ts'
import { documents, documentTypes } from '../files.ts'
import type { useDocumentUploads } from '../hooks/use-document-uploads.ts'
import { getVerificationLabel } from '../verification-label.ts'
import { needsConfirmation, ReplaceDialog } from './replace-dialog.tsx'

interface VerificationUploadProps {
  status: VerificationStatus
  uploads: ReturnType<typeof useDocumentUploads>
}

export function VerificationUpload({ status, uploads }: VerificationUploadProps) {
  const { slots, choose, sendAll, isSending, hasFiles } = uploads
  const [isAsking, setAsking] = useState(false)

  const upload = () => {
    if (!hasFiles) toast.error('Please choose files to upload')
    else if (needsConfirmation(status)) setAsking(true)
    else sendAll()
  }
  return (
    <Panel
      title="Verification"
      lead="Images (PNG, JPEG, WebP) or PDF, each up to 10 MB."
      actions={<StatusPill status={status} word={getVerificationLabel(status)} />}
    >
      <div className="flex flex-col gap-5">
        {documents.map(({ field, label, hint }) => (
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
    </Panel>
  )
}
