import { useLocation, useParams } from 'react-router'
import { paths } from '../../shared/routes/paths.ts'
import { polling } from '../common/api.ts'
import { BackgroundChecksPanel } from '../common/background-checks/background-checks-panel.tsx'
import { RecordLink } from '../common/lists/record-links.tsx'
import { HistoryPanel } from '../common/records/history-panel.tsx'
import { NotesPanel } from '../common/records/notes-panel.tsx'
import { RecordPage } from '../common/records/record-frame.tsx'
import { usePersonQuery } from '../common/records/records-api.ts'
import { DecisionPanel } from './decision-panel.tsx'
import { DocumentsPanel } from './documents-panel.tsx'
import { FamilyViewPanel } from './family-view-panel.tsx'
import { NeighborLinks } from './neighbor-links.tsx'
import { ViewerSkeleton } from './viewer-skeleton.tsx'

export function VerificationPage() {
  const { personId = '' } = useParams()
  const { search } = useLocation()
  const { currentData, error, refetch } = usePersonQuery(personId, polling)
  const person = currentData?.caregiver ? { ...currentData, caregiver: currentData.caregiver } : null
  const subject = `user:${personId}`
  // A family has no verification.
  const failure = currentData && !person ? { status: 404 } : error
  return (
    <RecordPage
      noun="caregiver"
      title={person?.full_name ?? `Caregiver #${personId}`}
      lead={
        person && (
          <>
            <span className="block wrap-anywhere">{person.email}</span>
            <RecordLink to={paths.adminPerson(person.id)}>Open the record</RecordLink>
          </>
        )
      }
      actions={<NeighborLinks id={personId} />}
      backTo={{ path: paths.admin, label: 'Dashboard', address: toDashboard(search) }}
      load={{ isReady: person !== null, error: failure, refetch }}
      skeleton={<ViewerSkeleton />}
      main={
        person && (
          <DocumentsPanel
            key={person.id}
            person={person}
            reload={async () => (await refetch()).data?.caregiver}
          />
        )
      }
      side={
        person && (
          <>
            <DecisionPanel key={person.id} person={person} />
            {person.caregiver.background_checks && (
              <BackgroundChecksPanel name={person.full_name} checks={person.caregiver.background_checks} />
            )}
            <FamilyViewPanel person={person} />
            <NotesPanel subject={subject} />
          </>
        )
      }
      after={<HistoryPanel subject={subject} topic="verification" />}
    />
  )
}

/** The dashboard with the tab and the filters that led here. */
function toDashboard(search: string): string {
  const params = new URLSearchParams(search)
  params.delete('document')
  return params.size > 0 ? `${paths.admin}?${params}` : paths.admin
}
