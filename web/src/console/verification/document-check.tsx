import type { CaregiverDocument } from '@tendwell/contract/console/people'
import { BadgeCheck, Send } from 'lucide-react'
import { useState } from 'react'
import { formatInstant } from '../../lib/format/format.ts'
import { clearSent } from '../../lib/forms/form.tsx'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { threeSecondToast } from '../../lib/toast.ts'
import { StatusPill } from '../../shared/statuses/status-pill.tsx'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { PersonLink } from '../common/lists/record-links.tsx'
import { describeExpiry, toCheckStatus } from '../common/records/documents.ts'
import { useCheckDocumentMutation } from '../common/records/records-api.ts'
import { AskAgainDialog } from './ask-again-dialog.tsx'
import { emptyPaper, type PaperDrafts, PaperFields, usePaperForm } from './paper-fields.tsx'

const failure = 'Failed to save the check'

interface DocumentCheckProps {
  caregiver: { id: number; full_name: string }
  document: CaregiverDocument
  drafts: PaperDrafts
  /** Only a document that was seen can be marked as OK. */
  isOpened: boolean
}

/** What was found in a document, and the next check. */
export function DocumentCheck({ caregiver, document, drafts, isOpened }: DocumentCheckProps) {
  const [check] = useCheckDocumentMutation()
  const [isAsking, setAsking] = useState(false)
  const form = usePaperForm(document.kind, document.file_id, drafts)
  const { submit, isPending, formError } = useSubmit(form, {
    send: (paper, key) =>
      check({
        id: caregiver.id,
        kind: document.kind,
        body: { file_id: document.file_id, result: 'ok', reason: '', ...paper },
        key,
      }).unwrap(),
    success: ({ message }) => message,
    failure,
    toasts: threeSecondToast,
    onSuccess: (_answer, _paper, sent) => clearSent(form, sent, emptyPaper),
  })
  return (
    <div className="mt-5 border-t border-line pt-5">
      <LastCheck document={document} />
      <form onSubmit={submit} noValidate className="mt-4 flex flex-wrap items-start gap-x-4 gap-y-3">
        <PaperFields form={form} kind={document.kind} />
        <span className="flex flex-wrap gap-2 sm:pt-7.5">
          <Button
            type="submit"
            isPending={isPending}
            isDisabled={!isOpened}
            icon={<BadgeCheck className="size-4" />}
          >
            Mark as OK
          </Button>
          <Button
            variant="secondary"
            onPress={() => setAsking(true)}
            isDisabled={isPending}
            icon={<Send className="size-4 text-gold-ink" />}
          >
            Ask for a new copy
          </Button>
        </span>
        <FormError message={formError} />
      </form>
      {isAsking && (
        <AskAgainDialog caregiver={caregiver} document={document} onClose={() => setAsking(false)} />
      )}
    </div>
  )
}

function LastCheck({ document: { check } }: Pick<DocumentCheckProps, 'document'>) {
  return (
    <div className="flex flex-col gap-1.5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StatusPill status={toCheckStatus(check)} />
        <span>{describeExpiry(check)}</span>
        {check?.title && <span className="wrap-anywhere">{check.title}</span>}
      </p>
      {check?.reason && <p className="wrap-anywhere">{check.reason}</p>}
      {check && (
        <p className="text-13 text-ink-soft">
          <PersonLink person={check.checked_by} /> · {formatInstant(check.checked_at)}
        </p>
      )}
    </div>
  )
}
