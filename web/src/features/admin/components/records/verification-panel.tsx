import type { DocumentKind, PersonRecord } from '@tendwell/contract/admin-people'
import { useState } from 'react'
import { formatInstant } from '../../../../lib/format.ts'
import { FileLink } from '../../../../ui/file-link.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { StatusPill } from '../../../../ui/status-pill.tsx'
import { usePersonDecision } from '../../hooks/use-decision.ts'
import { DecisionButtons } from '../decision-buttons.tsx'
import { RejectDialog } from '../reject-dialog.tsx'

const labels: Record<DocumentKind, string> = {
  id_front: 'ID, front',
  id_back: 'ID, back',
  certificate: 'Certificate',
}

interface VerificationPanelProps {
  person: PersonRecord & { caregiver: NonNullable<PersonRecord['caregiver']> }
  /** Finance staff see the status only. */
  canDecide: boolean
}

/** A caregiver's status and documents, and the decisions, which can be changed at any time. */
export function VerificationPanel({ person, canDecide }: VerificationPanelProps) {
  const { caregiver, full_name: name } = person
  const [isRejecting, setRejecting] = useState(false)
  const send = usePersonDecision(person)
  const { verification_status: status } = caregiver
  return (
    <Panel
      title="Verification"
      lead={<StatusPill status={status} />}
      actions={
        canDecide && (
          <DecisionButtons
            name={name}
            send={send}
            onReject={() => setRejecting(true)}
            canFlag={status !== 'flagged'}
            canVerify={status !== 'verified'}
            rejectLabel={status === 'verified' ? 'Revoke' : 'Reject'}
          />
        )
      }
    >
      {caregiver.rejection_reason && (
        <p className="mb-5">
          <span className="text-ink-soft">Rejected because: </span>
          {caregiver.rejection_reason}
        </p>
      )}
      {caregiver.documents.length === 0 ? (
        <p className="text-ink-soft">No documents uploaded.</p>
      ) : (
        <ul className="divide-y divide-line">
          {caregiver.documents.map((document) => (
            <li
              key={document.kind}
              className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0 last:pb-0"
            >
              <div className="min-w-0">
                <p className="font-medium">{labels[document.kind]}</p>
                <p className="text-13 wrap-anywhere text-ink-soft">
                  {document.name} · {formatInstant(document.uploaded_at)}
                </p>
              </div>
              {canDecide && <FileLink address={document.url} label="View" of={labels[document.kind]} />}
            </li>
          ))}
        </ul>
      )}
      {isRejecting && (
        <RejectDialog
          title={status === 'verified' ? `Revoke ${name}’s verification?` : `Reject ${name}?`}
          consequence="Families can no longer find them. Their upcoming bookings are canceled, and the families are notified and refunded in full."
          confirmLabel={status === 'verified' ? 'Revoke verification' : 'Reject caregiver'}
          send={(texts) => send('rejected', texts)}
          onClose={() => setRejecting(false)}
        />
      )}
    </Panel>
  )
}
