import { FileSearch } from 'lucide-react'
import { useRef } from 'react'
import { paths } from '../../shared/routes/paths.ts'
import { StatusPill } from '../../shared/statuses/status-pill.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { type CaregiverRecord, PersonDecisions } from '../common/decisions/person-decisions.tsx'
import { useConsoleFilters } from '../common/lists/use-console-filters.ts'
import { DocumentList } from './document-list.tsx'

interface VerificationPanelProps {
  person: CaregiverRecord
  /** Finance staff see the status only. */
  canDecide: boolean
}

/** A caregiver's status and documents, and the decisions. */
export function VerificationPanel({ person, canDecide }: VerificationPanelProps) {
  const { caregiver } = person
  const { linkTo } = useConsoleFilters()
  const panel = useRef<HTMLElement>(null)
  return (
    <Panel
      ref={panel}
      title="Verification"
      lead={<StatusPill status={caregiver.verification_status} />}
      actions={
        canDecide && (
          <>
            <ButtonLink
              to={linkTo(paths.adminVerification(person.id))}
              variant="secondary"
              size="small"
              icon={<FileSearch className="size-4" />}
            >
              Review documents
            </ButtonLink>
            <PersonDecisions person={person} focusAfter={panel} />
          </>
        )
      }
    >
      <RejectionReason caregiver={caregiver} />
      {canDecide && <DocumentList documents={caregiver.documents} />}
    </Panel>
  )
}

function RejectionReason({ caregiver }: Pick<CaregiverRecord, 'caregiver'>) {
  if (!caregiver.rejection_reason) return null
  return (
    <p className="mb-5">
      <span className="text-ink-soft">Rejected because: </span>
      {caregiver.rejection_reason}
    </p>
  )
}
