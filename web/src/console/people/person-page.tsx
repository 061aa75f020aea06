import type { CaregiverFacts, PersonRecord } from '@tendwell/contract/console/people'
import { describeKnownYears, RELATION_WORDS } from '@tendwell/contract/profiles/references'
import { BLOCK_REASONS, BLOCKS_SHOWN_MAXIMUM, type BlockForStaff } from '@tendwell/contract/safety/blocks'
import { useParams } from 'react-router'
import { formatDate, formatInstant, formatMoney } from '../../lib/format/format.ts'
import { useSession } from '../../lib/session/session.ts'
import { paths } from '../../shared/routes/paths.ts'
import { StatusPill } from '../../shared/statuses/status-pill.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { Panel } from '../../ui/panel.tsx'
import { BackgroundChecksPanel } from '../common/background-checks/background-checks-panel.tsx'
import { AccountSwitch } from '../common/decisions/account-switch.tsx'
import { PersonLink } from '../common/lists/record-links.tsx'
import { AllowPaymentsButton } from '../common/money/money-button.tsx'
import { polling } from '../common/polling.ts'
import { HistoryPanel } from '../common/records/history-panel.tsx'
import { NotesPanel } from '../common/records/notes-panel.tsx'
import { RecordPage } from '../common/records/record-frame.tsx'
import { usePersonQuery } from '../common/records/records-api.ts'
import { SuspendedPill } from '../common/records/suspended-pill.tsx'
import { ContactPanel } from './contact-panel.tsx'
import { PersonFactsPanel } from './person-facts-panel.tsx'
import { PersonFamilyRatings } from './person-family-ratings.tsx'
import { PersonBookings, PersonLists, PersonReports } from './person-lists.tsx'
import { PersonMeetings } from './person-meetings.tsx'
import { PersonMoney } from './person-money.tsx'
import { PersonReviews } from './person-reviews.tsx'
import { PersonSessions } from './person-sessions.tsx'
import { PersonSummary } from './person-summary.tsx'
import { SignInSecurityPanel } from './sign-in-security-panel.tsx'
import { VerificationPanel } from './verification-panel.tsx'

export function PersonPage() {
  const { personId = '' } = useParams()
  const { user } = useSession()
  const query = usePersonQuery(personId, polling)
  const { currentData: person } = query
  const isSupport = user?.staff_role !== 'finance'
  const isFinance = user?.staff_role !== 'support'
  const isErased = person?.closed?.is_erased === true
  const readsAll = person?.role !== 'admin' || user?.staff_role === 'admin'
  return (
    <RecordPage
      noun="person"
      title={person?.full_name ?? `Person #${personId}`}
      lead={person && <PersonSummary person={person} />}
      actions={
        person && (
          <>
            {person.closed && <StatusPill status="inactive" word={isErased ? 'Erased' : 'Closed'} />}
            {person.deactivation?.until && <SuspendedPill until={person.deactivation.until} />}
            {isSupport && person.role !== 'admin' && !isErased && <Switch person={person} />}
          </>
        )
      }
      backTo={{ path: paths.admin, label: 'Dashboard' }}
      query={query}
      main={
        person && (
          <>
            {!isErased && <About person={person} canDecide={isSupport} />}
            {isSupport ? (
              <PersonLists person={person} />
            ) : (
              person.role !== 'admin' && <PersonBookings personId={person.id} />
            )}
            {isSupport && person.role !== 'admin' && <PersonMeetings personId={person.id} />}
            {isFinance && person.role !== 'admin' && (
              <PersonMoney personId={person.id} isCaregiver={person.role === 'caregiver'} />
            )}
            {person.role !== 'admin' && <PersonReviews personId={person.id} />}
            {isSupport && person.role === 'caretaker' && <PersonFamilyRatings personId={person.id} />}
            {isSupport && person.role !== 'admin' && <PersonReports person={person} />}
            {person.blocked_by && person.blocked_by.length > 0 && <BlocksPanel blocks={person.blocked_by} />}
          </>
        )
      }
      side={
        person && (
          <>
            {!isErased && <ContactPanel key={person.id} person={person} />}
            {isSupport && !isErased && readsAll && (
              <SignInSecurityPanel personId={person.id} name={person.full_name} />
            )}
            {isSupport && !isErased && readsAll && <PersonSessions personId={person.id} />}
            <StoppedPaymentsPanel person={person} />
            {person.balances && <BalancesPanel balances={person.balances} />}
            {person.payout_on_its_way && !person.balances && (
              <Panel title="Payout">
                <p>A payout is on its way.</p>
              </Panel>
            )}
            {readsAll && <NotesPanel subject={`user:${person.id}`} />}
          </>
        )
      }
      after={person && readsAll && <HistoryPanel subject={`user:${person.id}`} />}
    />
  )
}

/** What is kept about a person until they are erased. */
function About({ person, canDecide }: { person: PersonRecord; canDecide: boolean }) {
  const { caregiver } = person
  return (
    <>
      {caregiver && (
        <VerificationPanel key={person.id} person={{ ...person, caregiver }} canDecide={canDecide} />
      )}
      {caregiver?.background_checks && (
        <BackgroundChecksPanel name={person.full_name} checks={caregiver.background_checks} />
      )}
      <PersonFactsPanel person={person} />
      {caregiver?.references && <PersonReferences references={caregiver.references} />}
    </>
  )
}

function Switch({ person }: { person: PersonRecord }) {
  const account = {
    ...person,
    is_closed: person.closed !== null,
    is_deactivated: person.deactivation !== null,
    suspended_until: person.deactivation?.until ?? null,
    verification_status: person.caregiver?.verification_status ?? null,
  }
  return <AccountSwitch user={account} />
}

/** What a caregiver's accounts hold. */
function BalancesPanel({ balances }: { balances: NonNullable<PersonRecord['balances']> }) {
  return (
    <Panel title="Balances">
      <DescriptionList
        items={[
          { term: 'Available', value: formatMoney(balances.available_usd) },
          { term: 'Held until release', value: formatMoney(balances.escrow_usd) },
          { term: 'On hold for disputes', value: formatMoney(balances.held_usd) },
          { term: 'Being paid out', value: formatMoney(balances.in_transit_usd) },
        ]}
      />
    </Panel>
  )
}

/** Who has blocked a person, and why. The person never learns of it. */
function BlocksPanel({ blocks }: { blocks: readonly BlockForStaff[] }) {
  const isFull = blocks.length === BLOCKS_SHOWN_MAXIMUM
  return (
    <Panel
      title="Blocked by"
      lead={`${isFull ? `The latest ${BLOCKS_SHOWN_MAXIMUM}. ` : ''}They don’t know that they are blocked.`}
    >
      <ul aria-label="Blocked by" className="divide-y divide-line">
        {blocks.map(({ blocker, reason, text, blocked_at: at }) => (
          <li key={blocker.id} className="py-4 first:pt-0 last:pb-0">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <PersonLink person={blocker} />
              <p className="text-13 text-ink-soft">{formatInstant(at)}</p>
            </div>
            <p className="mt-1">{BLOCK_REASONS.find(({ value }) => value === reason)?.label}</p>
            {text && <p className="mt-1 whitespace-pre-wrap wrap-anywhere text-ink-soft">{text}</p>}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** Why a family can't pay because of a chargeback; nothing if it can. @see docs/rules/money.md#chargebacks */
function StoppedPaymentsPanel({ person }: { person: PersonRecord }) {
  const { user } = useSession()
  if (person.payments_stopped === null) return null
  const isLost = person.payments_stopped === 'lost'
  const mayAllow = isLost && user?.staff_role !== 'support'
  return (
    <Panel
      title="Can’t pay"
      actions={mayAllow && <AllowPaymentsButton personId={person.id} name={person.full_name} />}
    >
      <p>
        {isLost
          ? 'A bank took one of their payments back. They can’t pay for another booking until finance or an admin allows it.'
          : 'A bank is deciding about one of their payments. They can’t pay for another booking until it has decided.'}
      </p>
    </Panel>
  )
}

type References = NonNullable<CaregiverFacts['references']>

/** Whom a caregiver named as references, and what they answered; nothing without any. */
function PersonReferences({ references }: { references: References }) {
  if (references.length === 0) return null
  return (
    <Panel title="References" lead="The caregiver never learns who declined.">
      <ul aria-label="References" className="divide-y divide-line">
        {references.map(({ id, name, relation, years, confirms, asked_at: askedAt }) => (
          <li
            key={id}
            className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-3 first:pt-0 last:pb-0"
          >
            <div className="min-w-0">
              <p className="font-semibold wrap-anywhere">{name}</p>
              <p>{`${RELATION_WORDS[relation].label} · ${describeKnownYears(years)}`}</p>
              <p className="text-13 text-ink-soft">{`Asked on ${formatDate(askedAt)}`}</p>
            </div>
            <ReferenceAnswer confirms={confirms} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function ReferenceAnswer({ confirms }: { confirms: boolean | null }) {
  if (confirms === null) return <StatusPill status="open" word="No answer" />
  return confirms ? <StatusPill status="confirmed" /> : <StatusPill status="declined" />
}
