import type { DocumentField, OwnCaregiverProfile, VerificationStatus } from '@tendwell/contract/profiles'
import { FileCheck, FileQuestion } from 'lucide-react'
import { useState } from 'react'
import { getErrorMessage } from '../../../lib/errors.ts'
import { useAction } from '../../../lib/use-action.ts'
import { FileButton } from '../../../ui/file-button.tsx'
import { FileLink } from '../../../ui/file-link.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { useUploadDocumentMutation } from '../api.ts'
import { checkDocument, documents, documentTypes } from '../files.ts'
import { needsConfirmation, ReplaceDialog } from './replace-dialog.tsx'

const failure = 'Failed to update document'

/** The stored documents. Each can be viewed and replaced. */
export function CurrentDocuments({ profile }: { profile: OwnCaregiverProfile }) {
  return (
    <Panel title="Current Documents" lead="Only you and our verification team can see them.">
      <ul className="divide-y divide-line">
        {documents.map(({ field, label }) => (
          <DocumentRow
            key={field}
            field={field}
            label={label}
            address={profile[field]}
            status={profile.verification_status}
          />
        ))}
      </ul>
    </Panel>
  )
}

interface DocumentRowProps {
  field: DocumentField
  label: string
  address: string | null
  status: VerificationStatus
}

function DocumentRow({ field, label, address, status }: DocumentRowProps) {
  const replacement = useReplacement(field, status)
  const { isReplacing, percent, refusal } = replacement
  const Icon = address ? FileCheck : FileQuestion
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4 first:pt-0 last:pb-0">
      <Icon
        className={`size-6 shrink-0 ${address ? 'text-forest' : 'text-ink-soft'}`}
        strokeWidth={1.5}
        aria-hidden="true"
      />
      <div className="min-w-40 flex-1">
        <p className="font-semibold">{label}</p>
        {isReplacing ? (
          <div className="mt-2">
            <ProgressBar label={`Uploading ${label}`} percent={percent} />
          </div>
        ) : (
          <p className="text-13 text-ink-soft">{address ? 'On file' : 'Not uploaded yet'}</p>
        )}
        {refusal && (
          <p role="alert" className="mt-1 text-13 font-medium text-clay">
            {refusal}
          </p>
        )}
      </div>
      {address && (
        <div className="flex gap-2">
          <FileLink address={address} label="View" of={label} />
          <FileButton
            accept={documentTypes}
            onChoose={([file]) => file && replacement.choose(file)}
            isPending={isReplacing}
            aria-label={`Replace ${label}`}
          >
            Replace
          </FileButton>
        </div>
      )}
      <ReplaceDialog
        isOpen={replacement.isAsking}
        status={status}
        onClose={replacement.forget}
        onConfirm={replacement.confirm}
      />
    </li>
  )
}

function useReplacement(field: DocumentField, status: VerificationStatus) {
  const [asked, setAsked] = useState<File | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [percent, setPercent] = useState(0)
  const [uploadDocument] = useUploadDocumentMutation()
  const { run: replace, isPending } = useAction({
    send: (file: File) => {
      setPercent(0)
      return uploadDocument({ field, file, onPercent: setPercent }).unwrap()
    },
    success: 'Document updated',
    failure: () => failure,
    onFailure: (error) => setRefusal(getErrorMessage(error, failure)),
  })
  const choose = (file: File) => {
    if (isPending) return
    const refused = checkDocument(file)
    setRefusal(refused)
    if (refused) return
    if (needsConfirmation(status)) setAsked(file)
    else replace(file)
  }
  return {
    choose,
    isAsking: asked !== null,
    forget: () => setAsked(null),
    confirm: () => {
      setAsked(null)
      if (asked) replace(asked)
    },
    isReplacing: isPending,
    percent,
    refusal,
  }
}
