import type {
  DocumentField,
  DocumentRequest,
  DocumentState,
  VerificationStatus,
} from '@tendwell/contract/profiles/profiles'
import { FileCheck } from 'lucide-react'
import { useState } from 'react'
import { getErrorMessage } from '../../../lib/errors.ts'
import { formatDay, formatInstant } from '../../../lib/format/format.ts'
import { useAction } from '../../../lib/forms/use-action.ts'
import { useUploadDocumentMutation } from '../../../shared/people/own-profile-api.ts'
import { StatusPill } from '../../../shared/statuses/status-pill.tsx'
import { FileButton } from '../../../ui/file-button.tsx'
import { FileLink } from '../../../ui/file-link.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { checkDocument, documentTypes } from './files.ts'
import { needsConfirmation, ReplaceDialog } from './replace-dialog.tsx'

const failure = 'Failed to update document'

/** The state of a document that staff haven't checked yet follows from that of the profile. */
const stateWords: Record<VerificationStatus, string> = {
  pending: 'Waiting for review',
  verified: 'Verified',
  rejected: 'Rejected',
  flagged: 'Under Review',
}

/** On a phone the buttons are under the name, if there is room for both. */
const underName = 'min-[24rem]:max-sm:pl-10'

interface DocumentRowProps {
  field: DocumentField
  label: string
  address: string
  status: VerificationStatus
  state: DocumentState | undefined
  /** Set if staff want a new copy. */
  request?: DocumentRequest | undefined
}

/** A stored document with its state, to view and to replace. */
export function DocumentRow({ field, label, address, status, state, request }: DocumentRowProps) {
  const isRenewal = status === 'verified' && (state?.can_renew ?? false)
  const replacement = useReplacement(field, status, isRenewal)
  const { isReplacing, percent, refusal } = replacement
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4 first:pt-0 last:pb-0">
      <FileCheck className="size-6 shrink-0 self-start text-forest" strokeWidth={1.5} />
      <div className="min-w-40 flex-1">
        <p className="font-semibold">{label}</p>
        <div className="mt-1.5">
          {isReplacing ? (
            <ProgressBar label={`Uploading ${label}`} percent={percent} />
          ) : request ? (
            <StatusPill status="document_requested" word="New copy needed" />
          ) : state?.is_expired ? (
            <StatusPill status="document_expired" />
          ) : status === 'verified' && state?.is_expiring ? (
            <StatusPill status="document_expiring" />
          ) : state?.is_checked && status !== 'verified' ? (
            <StatusPill status="verified" word="Checked" />
          ) : (
            <StatusPill status={status} word={stateWords[status]} />
          )}
        </div>
        {request && (
          <p className="mt-1.5 wrap-anywhere">
            <span className="font-semibold">Reason:</span> {request.reason}
          </p>
        )}
        {state?.expires_on && <p className="mt-1.5 text-13 text-ink-soft">{describeExpiry(state)}</p>}
        {state?.decline_reason && (
          <p className="mt-1.5 wrap-anywhere">
            <span className="font-semibold">We couldn’t accept your new file:</span> {state.decline_reason}
          </p>
        )}
        {refusal && (
          <p role="alert" className="mt-1 text-13 font-medium text-clay">
            {refusal}
          </p>
        )}
      </div>
      <div className={`flex gap-2 ${underName}`}>
        <FileLink address={address} label="View" of={label} />
        <FileButton
          accept={documentTypes}
          onChoose={([file]) => file && replacement.choose(file)}
          isPending={isReplacing}
          aria-label={`${isRenewal ? 'Upload new' : 'Replace'} ${label}`}
        >
          {isRenewal ? 'Upload new' : 'Replace'}
        </FileButton>
      </div>
      {state?.renewal && <Renewal label={label} renewal={state.renewal} />}
      <ReplaceDialog
        isOpen={replacement.isAsking}
        status={status}
        title="Replace this document?"
        confirmLabel="Replace and send"
        onClose={replacement.forget}
        onConfirm={replacement.confirm}
      />
    </li>
  )
}

/** The new file that waits beside the document on file. */
function Renewal({ label, renewal }: { label: string; renewal: NonNullable<DocumentState['renewal']> }) {
  return (
    <div className="w-full min-[24rem]:pl-10">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-l-2 border-gold pl-4">
        <div className="min-w-52 flex-1">
          <StatusPill status="pending" word="New file: waiting for review" />
          <p className="mt-1 text-13 text-ink-soft">Uploaded {formatInstant(renewal.submitted_at)}</p>
        </div>
        <FileLink address={renewal.url} label="View" of={`new ${label}`} />
      </div>
    </div>
  )
}

function describeExpiry({ expires_on: day, is_expired: isExpired }: DocumentState): string {
  return `${isExpired ? 'Expired' : 'Expires'} on ${formatDay(day ?? '')}`
}

function useReplacement(field: DocumentField, status: VerificationStatus, isRenewal: boolean) {
  const [asked, setAsked] = useState<File | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [percent, setPercent] = useState(0)
  const [uploadDocument] = useUploadDocumentMutation()
  const { run: replace, isPending } = useAction({
    send: (file: File) => {
      setPercent(0)
      return uploadDocument({ field, file, isRenewal, onPercent: setPercent }).unwrap()
    },
    success: isRenewal ? 'Uploaded. We’ll check it and let you know' : 'Document updated',
    failure: () => failure,
    onFailure: (error) => setRefusal(getErrorMessage(error, failure)),
  })
  const choose = (file: File) => {
    if (isPending) return
    const refused = checkDocument(file)
    setRefusal(refused)
    if (refused) return
    if (needsConfirmation(status) && !isRenewal) setAsked(file)
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
