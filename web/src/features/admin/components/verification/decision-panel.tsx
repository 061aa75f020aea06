import { useRef } from 'react'
import { Link } from 'react-router'
import { formatDate, formatList } from '../../../../lib/format.ts'
import { paths } from '../../../../lib/paths.ts'
import { Panel } from '../../../../ui/panel.tsx'
import { StatusPill } from '../../../../ui/status-pill.tsx'
import { documentLabels } from '../../documents.ts'
import { type CaregiverRecord, PersonDecisions } from '../person-decisions.tsx'

/** A caregiver's status, why they can’t be verified yet, and the decisions. */
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
          A new name, photo or description{' '}
          <Link to={`${paths.admin}?verification=changes`} className="text-link">
            waits for you
          </Link>
          .
        </p>
      )}
      <DocumentNotes caregiver={caregiver} />
      <PersonDecisions person={person} focusAfter={panel} />
    </Panel>
  )
}

/** What is left to do with the documents before, or although, the caregiver is verified. */
function DocumentNotes({
  caregiver: { documents, is_listed: isListed, verification_status: status },
}: Pick<CaregiverRecord, 'caregiver'>) {
  const unchecked = documents.filter(({ check }) => check === null)
  const expired = documents.filter(({ check }) => check?.is_expired)
  return (
    <>
      {expired.length > 0 && (
        <p className="mb-4">
          {`Expired: ${nameAll(expired)}. `}
          {status === 'verified' && !isListed
            ? 'Families can’t find them until a new one is accepted.'
            : 'They can’t be verified until there is a new one.'}
        </p>
      )}
      {unchecked.length > 0 && (
        <p className="mb-4">
          {`Not checked yet: ${nameAll(unchecked)}. Without an expiration date, no reminders are sent.`}
        </p>
      )}
    </>
  )
}

function nameAll(documents: CaregiverRecord['caregiver']['documents']): string {
  return formatList(documents.map(({ kind }) => documentLabels[kind].replace(',', '')))
}
