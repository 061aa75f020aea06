import type { PersonRecord } from '@tendwell/contract/admin-people'
import { useState } from 'react'
import { Panel } from '../../../../ui/panel.tsx'
import { StatusPill } from '../../../../ui/status-pill.tsx'
import { usePersonDecision } from '../../hooks/use-decision.ts'
import { DecisionButtons } from '../decision-buttons.tsx'
import { RejectDialog } from '../reject-dialog.tsx'
import { DocumentList } from './document-list.tsx'

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
      <DocumentList documents={caregiver.documents} canOpen={canDecide} />
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
