import { useRef } from 'react'
import { Link } from 'react-router'
import { formatDate } from '../../lib/format/format.ts'
import { paths } from '../../shared/routes/paths.ts'
import { StatusPill } from '../../shared/statuses/status-pill.tsx'
import { Panel } from '../../ui/panel.tsx'
import { type CaregiverRecord, PersonDecisions } from '../common/decisions/person-decisions.tsx'
import { listStepsLeft, nameDocuments, readinessOfRecord } from '../common/decisions/verify-readiness.ts'

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
      <StepsLeft caregiver={caregiver} />
      <PersonDecisions person={person} focusAfter={panel} />
    </Panel>
  )
}

/** What is left to do before, or although, the caregiver is verified. */
function StepsLeft({ caregiver }: Pick<CaregiverRecord, 'caregiver'>) {
  const { documents, verification_status: status, verification_override: override } = caregiver
  if (status !== 'verified') {
    const steps = listStepsLeft(readinessOfRecord(caregiver))
    if (steps.length === 0) return null
    return (
      <div className="mb-4 flex flex-col gap-2">
        {steps.map((step) => (
          <p key={step}>{step}</p>
        ))}
        <p className="text-ink-soft">
          Open and mark each document. Once nothing is left, you can verify them here.
        </p>
      </div>
    )
  }
  const unchecked = documents.filter(({ check }) => check === null)
  const outdated = documents.filter(({ check }) => check?.is_outdated)
  return (
    <>
      {override !== null && (
        <p className="mb-4 wrap-anywhere">
          <span className="text-ink-soft">Verified without complete papers or profile: </span>
          {`${override} `}
          <span className="text-ink-soft">Families read no claim about papers.</span>
        </p>
      )}
      {documents.some(({ check }) => check?.is_expired) && (
        <p className="mb-4">
          {`Expired: ${nameDocuments(documents.filter(({ check }) => check?.is_expired).map(({ kind }) => kind))}. `}
          Families can’t find them until a new one is accepted.
        </p>
      )}
      {outdated.length > 0 && (
        <p className="mb-4">
          {`Not checked since the name or photo changed: ${nameDocuments(outdated.map(({ kind }) => kind))}. Families read no claim about that until you mark it again.`}
        </p>
      )}
      {unchecked.length > 0 && (
        <p className="mb-4">
          {`Not checked yet: ${nameDocuments(unchecked.map(({ kind }) => kind))}. Without an expiration date, no reminders are sent.`}
        </p>
      )}
    </>
  )
}
