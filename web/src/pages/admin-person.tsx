import type { PersonRecord } from '@tendwell/contract/admin-people'
import { useParams } from 'react-router'
import { polling } from '../features/admin/api.ts'
import { AccountSwitch } from '../features/admin/components/account-switch.tsx'
import { BalancesPanel } from '../features/admin/components/records/balances-panel.tsx'
import { HistoryPanel } from '../features/admin/components/records/history-panel.tsx'
import { NotesPanel } from '../features/admin/components/records/notes-panel.tsx'
import { PersonFactsPanel } from '../features/admin/components/records/person-facts-panel.tsx'
import { PersonLists } from '../features/admin/components/records/person-lists.tsx'
import { PersonSummary } from '../features/admin/components/records/person-summary.tsx'
import { RecordPage } from '../features/admin/components/records/record-page.tsx'
import { VerificationPanel } from '../features/admin/components/records/verification-panel.tsx'
import { usePersonQuery } from '../features/admin/records-api.ts'
import { paths } from '../lib/paths.ts'
import { useSession } from '../lib/session.ts'

export function Component() {
  const { personId = '' } = useParams()
  const { user } = useSession()
  const { currentData: person, error, refetch } = usePersonQuery(personId, polling)
  const isSupport = user?.staff_role !== 'finance'
  const readsAll = person?.role !== 'admin' || user?.staff_role === 'admin'
  return (
    <RecordPage
      noun="person"
      title={person?.full_name ?? `Person #${personId}`}
      lead={person && <PersonSummary person={person} />}
      actions={person && isSupport && person.role !== 'admin' && <Switch person={person} />}
      backTo={{ path: paths.admin, label: 'Dashboard' }}
      load={{ isReady: person !== undefined, error, refetch }}
      main={
        person && (
          <>
            {person.caregiver && (
              <VerificationPanel
                key={person.id}
                person={{ ...person, caregiver: person.caregiver }}
                canDecide={isSupport}
              />
            )}
            <PersonFactsPanel person={person} />
            {isSupport && <PersonLists person={person} />}
          </>
        )
      }
      side={
        person && (
          <>
            {person.balances && <BalancesPanel balances={person.balances} />}
            {readsAll && <NotesPanel subject={`user:${person.id}`} />}
          </>
        )
      }
      after={person && readsAll && <HistoryPanel subject={`user:${person.id}`} />}
    />
  )
}

function Switch({ person }: { person: PersonRecord }) {
  return (
    <AccountSwitch user={{ ...person, verification_status: person.caregiver?.verification_status ?? null }} />
  )
}
