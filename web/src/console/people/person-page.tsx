import type { PersonRecord } from '@tendwell/contract/console/people'
import { useParams } from 'react-router'
import { useSession } from '../../lib/session/session.ts'
import { paths } from '../../shared/routes/paths.ts'
import { StatusPill } from '../../shared/statuses/status-pill.tsx'
import { Panel } from '../../ui/panel.tsx'
import { polling } from '../common/api.ts'
import { BackgroundChecksPanel } from '../common/background-checks/background-checks-panel.tsx'
import { AccountSwitch } from '../common/decisions/account-switch.tsx'
import { HistoryPanel } from '../common/records/history-panel.tsx'
import { NotesPanel } from '../common/records/notes-panel.tsx'
import { RecordPage } from '../common/records/record-frame.tsx'
import { usePersonQuery } from '../common/records/records-api.ts'
import { SuspendedPill } from '../common/records/suspended-pill.tsx'
import { BalancesPanel } from './balances-panel.tsx'
import { BlocksPanel } from './blocks-panel.tsx'
import { ContactPanel } from './contact-panel.tsx'
import { PersonFactsPanel } from './person-facts-panel.tsx'
import { PersonFamilyRatings } from './person-family-ratings.tsx'
import { PersonBookings, PersonLists, PersonReports } from './person-lists.tsx'
import { PersonMoney } from './person-money.tsx'
import { PersonReviews } from './person-reviews.tsx'
import { PersonSessions } from './person-sessions.tsx'
import { PersonSummary } from './person-summary.tsx'
import { SignInSecurityPanel } from './sign-in-security-panel.tsx'
import { StoppedPaymentsPanel } from './stopped-payments-panel.tsx'
import { VerificationPanel } from './verification-panel.tsx'

export function PersonPage() {
  const { personId = '' } = useParams()
  const { user } = useSession()
  const { currentData: person, error, refetch } = usePersonQuery(personId, polling)
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
      load={{ isReady: person !== undefined, error, refetch }}
      main={
        person && (
          <>
            {!isErased && <About person={person} canDecide={isSupport} />}
            {isSupport ? (
              <PersonLists person={person} />
            ) : (
              person.role !== 'admin' && <PersonBookings personId={person.id} />
            )}
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
