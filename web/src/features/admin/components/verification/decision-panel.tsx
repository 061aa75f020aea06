import { useRef } from 'react'
import { Link } from 'react-router'
import { formatDate } from '../../../../lib/format.ts'
import { paths } from '../../../../lib/paths.ts'
import { Panel } from '../../../../ui/panel.tsx'
import { StatusPill } from '../../../../ui/status-pill.tsx'
import { type CaregiverRecord, PersonDecisions } from '../person-decisions.tsx'

/** A caregiver's status, what stands in the way of verifying them, and the decisions. */
export function DecisionPanel({ person }: { person: CaregiverRecord }) {
  const { caregiver } = person
  const panel = useRef<HTMLElement>(null)
  return (
    <Panel
      ref={panel}
      title="Decision"
      lead={`Joined ${formatDate(person.joined)}`}
      actions={<StatusPill status={caregiver.verification_status} />}
    >
      {caregiver.rejection_reason && (
        <p className="mb-4 wrap-anywhere">
          <span className="text-ink-soft">Rejected because: </span>
          {caregiver.rejection_reason}
        </p>
      )}
      {!person.is_email_verified && (
        <p className="mb-4">Their email isn’t verified yet. Until then they can’t be verified.</p>
      )}
      {caregiver.has_pending_change && (
        <p className="mb-4">
          A new name or photo{' '}
          <Link to={`${paths.admin}?verification=changes`} className="text-link">
            waits for you
          </Link>
          .
        </p>
      )}
      <PersonDecisions person={person} focusAfter={panel} />
    </Panel>
  )
}
