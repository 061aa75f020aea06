import type { CaregiverDocument } from '@tendwell/contract/console/people'
import { ReasonDialog } from '../common/decisions/reason-dialog.tsx'
import { documentLabels } from '../common/records/documents.ts'
import { useCheckDocumentMutation } from '../common/records/records-api.ts'

interface AskAgainDialogProps {
  caregiver: { id: number; full_name: string }
  document: CaregiverDocument
  onClose: () => void
}

/** Asks the caregiver for a new copy of a document, with the reason that they read. */
export function AskAgainDialog({ caregiver, document, onClose }: AskAgainDialogProps) {
  const [check] = useCheckDocumentMutation()
  const send = async (reason: string, key: string) => {
    const body = {
      file_id: document.file_id,
      result: 'ask_again',
      reason,
      title: '',
      expires_on: null,
      never_expires: false,
    } as const
    const { message } = await check({ id: caregiver.id, kind: document.kind, body, key }).unwrap()
    return message
  }
  return (
    <ReasonDialog
      tone="primary"
      title="Ask for a new copy?"
      consequence={`${caregiver.full_name} gets a notification and an email with your reason, and sees it beside “${documentLabels[document.kind]}” until they upload a new one. Their verification stays as it is, and a verified caregiver’s document counts until you decide on the new one.`}
      hint="Say what is wrong and what you need. The caregiver will see this."
      confirmLabel="Ask for a new copy"
      pendingLabel="Asking…"
      send={send}
      failure="Failed to ask for the document"
      onClose={onClose}
    />
  )
}
