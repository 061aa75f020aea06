import { useLocation, useParams } from 'react-router'
import { polling } from '../features/admin/api.ts'
import { BackgroundChecksPanel } from '../features/admin/components/records/background-checks-panel.tsx'
import { HistoryPanel } from '../features/admin/components/records/history-panel.tsx'
import { NotesPanel } from '../features/admin/components/records/notes-panel.tsx'
import { RecordLink } from '../features/admin/components/records/record-links.tsx'
import { RecordPage } from '../features/admin/components/records/record-page.tsx'
import { DecisionPanel } from '../features/admin/components/verification/decision-panel.tsx'
import { DocumentsPanel } from '../features/admin/components/verification/documents-panel.tsx'
import { FamilyViewPanel } from '../features/admin/components/verification/family-view-panel.tsx'
import { NeighborLinks } from '../features/admin/components/verification/neighbor-links.tsx'
import { ViewerSkeleton } from '../features/admin/components/verification/viewer-skeleton.tsx'
import { usePersonQuery } from '../features/admin/records-api.ts'
import { paths } from '../shared/routes/paths.ts'

export function Component() {
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
