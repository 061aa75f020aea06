import type { PersonRecord } from '@tendwell/contract/console/people'
import { useParams } from 'react-router'
import { polling } from '../features/admin/api.ts'
import { AccountSwitch } from '../features/admin/components/account-switch.tsx'
import { BackgroundChecksPanel } from '../features/admin/components/records/background-checks-panel.tsx'
import { BalancesPanel } from '../features/admin/components/records/balances-panel.tsx'
import { BlocksPanel } from '../features/admin/components/records/blocks-panel.tsx'
import { ContactPanel } from '../features/admin/components/records/contact-panel.tsx'
import { HistoryPanel } from '../features/admin/components/records/history-panel.tsx'
import { NotesPanel } from '../features/admin/components/records/notes-panel.tsx'
import { PersonFactsPanel } from '../features/admin/components/records/person-facts-panel.tsx'
import { PersonFamilyRatings } from '../features/admin/components/records/person-family-ratings.tsx'
import {
  PersonBookings,
  PersonLists,
  PersonReports,
} from '../features/admin/components/records/person-lists.tsx'
import { PersonMoney } from '../features/admin/components/records/person-money.tsx'
import { PersonReviews } from '../features/admin/components/records/person-reviews.tsx'
import { PersonSessions } from '../features/admin/components/records/person-sessions.tsx'
import { PersonSummary } from '../features/admin/components/records/person-summary.tsx'
import { RecordPage } from '../features/admin/components/records/record-page.tsx'
import { StoppedPaymentsPanel } from '../features/admin/components/records/stopped-payments-panel.tsx'
import { VerificationPanel } from '../features/admin/components/records/verification-panel.tsx'
import { SuspendedPill } from '../features/admin/components/suspended-pill.tsx'
import { SignInSecurityPanel } from '../features/admin/components/two-step/sign-in-security-panel.tsx'
import { usePersonQuery } from '../features/admin/records-api.ts'
import { useSession } from '../lib/session/session.ts'
import { paths } from '../shared/routes/paths.ts'
import { StatusPill } from '../shared/statuses/status-pill.tsx'
import { Panel } from '../ui/panel.tsx'

export function Component() {
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
