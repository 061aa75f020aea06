import type { CaregiverDocument, DocumentFile } from '@tendwell/contract/console/people'
import { BadgeCheck, CircleX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatInstant } from '../../lib/format/format.ts'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { threeSecondToast } from '../../lib/toast.ts'
import { StatusPill } from '../../shared/statuses/status-pill.tsx'
import { Button } from '../../ui/button.tsx'
import { FileLink } from '../../ui/file-link.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { ReasonDialog } from '../common/decisions/reason-dialog.tsx'
import { describeExpiry, documentLabels, toCheckStatus } from '../common/records/documents.ts'
import { useDecideRenewalMutation } from '../common/records/records-api.ts'
import { DocumentViewer } from './document-viewer.tsx'
import { type PaperDrafts, PaperFields, usePaperForm } from './paper-fields.tsx'

const failure = 'Failed to save the decision'

interface RenewalProps {
  person: { id: number; full_name: string }
  document: CaregiverDocument
  renewal: DocumentFile
  renew: (fileId: string) => Promise<string | null>
  drafts: PaperDrafts
}

/** A document on file beside the new one that a caregiver uploaded for it, and the decision. */
export function Renewal({ person, document, renewal, renew, drafts }: RenewalProps) {
  const label = `${documentLabels[document.kind]} of ${person.full_name}`
  return (
    <>
      <div className="grid gap-x-6 gap-y-8 sm:grid-cols-2">
        <Side
          title="On file"
          label={label}
          file={document}
          pill={<StatusPill status={toCheckStatus(document.check)} />}
          note={describeExpiry(document.check)}
        >
          <DocumentViewer document={document} label={`${label}, on file`} renew={renew} />
        </Side>
        <Side
          title="New"
          label={label}
          file={renewal}
          pill={<StatusPill status="document_renewed" />}
          note={`Uploaded ${formatInstant(renewal.uploaded_at)}`}
        >
          <DocumentViewer document={renewal} label={`${label}, new`} renew={renew} />
        </Side>
      </div>
      <RenewalDecision person={person} document={document} renewal={renewal} drafts={drafts} />
    </>
  )
}

interface SideProps {
  title: string
  /** What it shows: 'Certificate of Mei Lin'. */
  label: string
  file: DocumentFile
  pill: ReactNode
  note: string
  children: ReactNode
}

/** One of the two files. Each line of its heading is one line high, so that the two are level. */
function Side({ title, label, file, pill, note, children }: SideProps) {
  return (
    <div className="min-w-0">
      <div className="flex items-center justify-between gap-3">
        <h3 className="font-sans text-17 font-semibold tracking-normal">{title}</h3>
        <FileLink address={file.url} label="Original" of={`${label}, ${title.toLowerCase()}`} />
      </div>
      <p className="mt-1">{pill}</p>
      <p className="mt-1 truncate text-13">{note}</p>
      <p className="mb-3 truncate text-13 text-ink-soft" title={file.name}>
        {file.name}
      </p>
      {children}
    </div>
  )
}

/** Accepts a renewal with its own expiry date, or declines it with a reason. */
function RenewalDecision({ person, document, renewal, drafts }: Omit<RenewalProps, 'renew'>) {
  const [decide] = useDecideRenewalMutation()
  const [isDeclining, setDeclining] = useState(false)
  const form = usePaperForm(document.kind, renewal.file_id, drafts)
  const call = { id: person.id, kind: document.kind }
  const { submit, isPending, formError } = useSubmit(form, {
    send: (paper) =>
      decide({
        ...call,
        body: { file_id: renewal.file_id, decision: 'accept', reason: '', ...paper },
      }).unwrap(),
    success: ({ message }) => message,
    failure,
    toasts: threeSecondToast,
  })
  const decline = async (reason: string) => {
    const body = {
      file_id: renewal.file_id,
      decision: 'decline',
      reason,
      title: '',
      expires_on: null,
      never_expires: false,
    } as const
    return (await decide({ ...call, body }).unwrap()).message
  }
  return (
    <form
      onSubmit={submit}
      aria-label="Decision on the new document"
      className="mt-6 flex flex-wrap items-start gap-x-4 gap-y-3 border-t border-line pt-5"
    >
      <PaperFields form={form} kind={document.kind} />
      <span className="flex flex-wrap gap-2 sm:pt-7.5">
        <Button type="submit" isPending={isPending} icon={<BadgeCheck className="size-4" />}>
          Accept
        </Button>
        <Button
          variant="secondary"
          onPress={() => setDeclining(true)}
          isDisabled={isPending}
          icon={<CircleX className="size-4 text-clay" />}
        >
          Decline
        </Button>
      </span>
      <FormError message={formError} />
      {isDeclining && (
        <ReasonDialog
          title="Decline the new document?"
          consequence={`The new file is removed, and the one on file stays. ${person.full_name} gets a notification and an email with your reason.`}
          hint="Say what is wrong and what you need. The caregiver will see this."
          confirmLabel="Decline"
          pendingLabel="Declining…"
          send={decline}
          failure={failure}
          onClose={() => setDeclining(false)}
        />
      )}
    </form>
  )
}
