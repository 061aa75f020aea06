import type { BackgroundCheckDecision } from '@tendwell/contract/background-checks/background-checks'
import type {
  AdminBackgroundCheck,
  AdminBackgroundChecks,
} from '@tendwell/contract/console/background-checks'
import { useRef, useState } from 'react'
import { formatDay, formatInstant } from '../../../lib/format/format.ts'
import type { Status } from '../../../shared/statuses/status-map.ts'
import { StatusPill } from '../../../shared/statuses/status-pill.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyId } from '../../../ui/copy-id.tsx'
import { FileLink } from '../../../ui/file-link.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { PillList } from '../../../ui/pill-list.tsx'
import { PersonLink } from '../lists/record-links.tsx'
import { ShowDialog } from '../records/show-dialog.tsx'
import { useShowBirthDateMutation } from './background-checks-api.ts'
import { BackgroundDecisionDialog } from './background-decision-dialog.tsx'

interface Deciding {
  check: AdminBackgroundCheck
  decision: BackgroundCheckDecision
  seen: string
}

interface BackgroundChecksPanelProps {
  name: string
  checks: AdminBackgroundChecks
}

/** A caregiver's background checks, newest first, and the decision on one that needs it. */
export function BackgroundChecksPanel({ name, checks }: BackgroundChecksPanelProps) {
  const { results, badge_until: badgeUntil } = checks
  const panel = useRef<HTMLElement>(null)
  const [deciding, setDeciding] = useState<Deciding | null>(null)
  return (
    <Panel
      ref={panel}
      title="Background checks"
      lead={
        badgeUntil ? `Families see a badge until ${formatDay(badgeUntil)}.` : 'Families don’t see a badge.'
      }
    >
      {results.length === 0 && <p className="text-ink-soft">No background checks yet.</p>}
      <ul className="divide-y divide-line">
        {results.map((check) => (
          <li key={check.id} className="py-4 first:pt-0 last:pb-0">
            <Check
              check={check}
              name={name}
              onDecide={(decision, seen) => setDeciding({ check, decision, seen })}
            />
          </li>
        ))}
      </ul>
      {deciding && (
        <BackgroundDecisionDialog
          {...deciding}
          name={name}
          onClose={() => {
            setDeciding(null)
            // The buttons are gone after a decision.
            panel.current?.focus()
          }}
        />
      )}
    </Panel>
  )
}

interface CheckProps {
  check: AdminBackgroundCheck
  name: string
  /** @param seen what staff compared */
  onDecide: (decision: BackgroundCheckDecision, seen: string) => void
}

function Check({ check, name, onDecide }: CheckProps) {
  const { status, decision, identity } = check
  const needsReview = status === 'needs_review' && !decision
  const waits = needsReview || identity === 'waiting'
  const words = needsReview ? ACTIONS.review : ACTIONS.compare
  // What was on the page when staff began to compare; the page loads again by itself.
  const [seen, setSeen] = useState(check.seen)
  const [birthDate, setBirthDate] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  const [show] = useShowBirthDateMutation()
  const compareAgain = () => {
    setSeen(check.seen)
    setBirthDate(null)
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
            {check.provider}
            <StatusPill status={getShownStatus(check)} />
          </p>
          <p className="mt-1 text-13 text-ink-soft">{describeTimes(check)}</p>
          {check.reference && (
            <p className="flex items-center text-13 text-ink-soft">
              <CopyId id={check.reference} label="check number" copied="Check number copied!" />
            </p>
          )}
        </div>
        {check.report_url && (
          <FileLink
            address={check.report_url}
            label="Report"
            of={`check #${check.id} at ${check.provider}`}
          />
        )}
      </div>
      <PillList words={check.checked} />
      {check.checked_name && check.checked_birth_date && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-2 wrap-anywhere">
          <span>
            {`Checked: ${check.checked_name}, born ${birthDate ? formatDay(birthDate) : check.checked_birth_date}. `}
            <span className="text-ink-soft">{describeIdentity(identity, needsReview)}</span>
          </span>
          {!birthDate && (
            <Button size="small" variant="secondary" onPress={() => setAsking(true)}>
              Show date of birth
            </Button>
          )}
        </p>
      )}
      {decision && (
        <p className="wrap-anywhere">
          {decision.result === 'accepted' ? 'Accepted as clear by ' : 'Declined by '}
          <PersonLink person={decision.decided_by} />
          {` on ${formatInstant(decision.decided_at)}: ${decision.reason}`}
        </p>
      )}
      {waits &&
        (seen === check.seen ? (
          <div className="flex flex-wrap gap-2">
            <Button size="small" onPress={() => onDecide('accepted', seen)}>
              {words.accepted}
            </Button>
            <Button size="small" variant="secondary" onPress={() => onDecide('declined', seen)}>
              {words.declined}
            </Button>
          </div>
        ) : (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <p role="status">
              The result, the ID, the name or the photo has changed since you opened this page.
            </p>
            <Button size="small" variant="secondary" onPress={compareAgain}>
              Compare again
            </Button>
          </div>
        ))}
      {isAsking && (
        <ShowDialog
          title={`Show the date of birth of ${name}?`}
          show={async (reason) => setBirthDate((await show({ id: check.id, reason }).unwrap()).birth_date)}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}

const ACTIONS = {
  review: { accepted: 'Accept as clear', declined: 'Decline' },
  compare: { accepted: 'Same person', declined: 'Another person' },
} as const

function describeIdentity(identity: AdminBackgroundCheck['identity'], needsReview: boolean): string {
  if (identity === 'same') return 'The same as on the ID.'
  if (identity === 'different') return 'Not the person on the ID, so families don’t see it.'
  return identity === 'waiting' || needsReview ? 'Compare both with the ID.' : ''
}

/** The status as staff left it. A report that was corrected after a decision is clear. */
function getShownStatus({ status, decision }: AdminBackgroundCheck): Status {
  return status === 'needs_review' && decision ? decision.result : status
}

function describeTimes(check: AdminBackgroundCheck): string {
  const parts = [
    `Requested ${formatInstant(check.requested_at)}`,
    check.completed_at && `Ended ${formatInstant(check.completed_at)}`,
    getShownStatus(check) !== 'needs_review' &&
      check.decision?.result !== 'declined' &&
      check.valid_until &&
      `Valid until ${formatDay(check.valid_until)}`,
  ]
  return parts.filter(Boolean).join(' · ')
}
