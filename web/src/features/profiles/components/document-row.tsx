import type { DocumentField, DocumentRequest, VerificationStatus } from '@tendwell/contract/profiles'
import { FileCheck } from 'lucide-react'
import { useState } from 'react'
import { getErrorMessage } from '../../../lib/errors.ts'
import { useAction } from '../../../lib/use-action.ts'
import { FileButton } from '../../../ui/file-button.tsx'
import { FileLink } from '../../../ui/file-link.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { StatusPill } from '../../../ui/status-pill.tsx'
import { useUploadDocumentMutation } from '../api.ts'
import { checkDocument, documentTypes } from '../files.ts'
import { needsConfirmation, ReplaceDialog } from './replace-dialog.tsx'

const failure = 'Failed to update document'

/** The state of a document follows from that of the profile. */
const stateWords: Record<VerificationStatus, string> = {
  pending: 'Waiting for review',
  verified: 'Verified',
  rejected: 'Rejected',
  flagged: 'Under Review',
}

interface DocumentRowProps {
  field: DocumentField
  label: string
  address: string
  status: VerificationStatus
  /** Set if staff want a new copy. */
  request?: DocumentRequest | undefined
}

/** A stored document with its state, to view and to replace. */
export function DocumentRow({ field, label, address, status, request }: DocumentRowProps) {
  const replacement = useReplacement(field, status)
  const { isReplacing, percent, refusal } = replacement
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4 first:pt-0 last:pb-0">
      <FileCheck className="size-6 shrink-0 text-forest" strokeWidth={1.5} aria-hidden="true" />
      <div className="min-w-40 flex-1">
        <p className="font-semibold">{label}</p>
        <div className="mt-1.5">
          {isReplacing ? (
            <ProgressBar label={`Uploading ${label}`} percent={percent} />
          ) : request ? (
            <StatusPill status="document_requested" word="New copy needed" />
          ) : (
            <StatusPill status={status} word={stateWords[status]} />
          )}
        </div>
        {request && (
          <p className="mt-1.5 wrap-anywhere">
            <span className="font-semibold">Reason:</span> {request.reason}
          </p>
        )}
        {refusal && (
          <p role="alert" className="mt-1 text-13 font-medium text-clay">
            {refusal}
          </p>
        )}
      </div>
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
