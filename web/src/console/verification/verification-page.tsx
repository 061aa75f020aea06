import { useLocation, useParams } from 'react-router'
import { IntroductionLink } from '../../shared/people/introduction-link.tsx'
import { PersonFacts } from '../../shared/people/person-facts.tsx'
import { formatPlace } from '../../shared/people/place.ts'
import { paths } from '../../shared/routes/paths.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PillList } from '../../ui/pill-list.tsx'
import { PriceText } from '../../ui/price-text.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { BackgroundChecksPanel } from '../common/background-checks/background-checks-panel.tsx'
import type { CaregiverRecord } from '../common/decisions/person-decisions.tsx'
import { RecordLink } from '../common/lists/record-links.tsx'
import { polling } from '../common/polling.ts'
import { HistoryPanel } from '../common/records/history-panel.tsx'
import { NotesPanel } from '../common/records/notes-panel.tsx'
import { RecordPage } from '../common/records/record-frame.tsx'
import { usePersonQuery } from '../common/records/records-api.ts'
import { DecisionPanel } from './decision-panel.tsx'
import { DocumentsPanel } from './documents-panel.tsx'
import { NeighborLinks } from './neighbor-links.tsx'

export function VerificationPage() {
  const { personId = '' } = useParams()
  const { search } = useLocation()
  const query = usePersonQuery(personId, polling)
  const { currentData } = query
  const person = currentData?.caregiver ? { ...currentData, caregiver: currentData.caregiver } : undefined
  const subject = `user:${personId}`
  // A family has no verification.
  const error = currentData && !person ? { status: 404 } : query.error
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
      query={{ ...query, currentData: person, error }}
      skeleton={<ViewerSkeleton />}
      main={
        person && (
          <DocumentsPanel
            key={person.id}
            person={person}
            reload={async () => (await query.refetch()).data?.caregiver}
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

/** A caregiver's profile as families see it, to compare with the documents. */
function FamilyViewPanel({ person }: { person: CaregiverRecord }) {
  const { caregiver, full_name: name, avatar } = person
  return (
    <Panel title="What families see">
      <div className="flex flex-col items-center text-center">
        <Avatar name={name} src={avatar} size="portrait" />
        <p className="mt-4 font-display text-28 wrap-anywhere">{name}</p>
        <PersonFacts place={formatPlace(caregiver)} languages={caregiver.languages} className="mt-1" />
        <p className="mt-3">
          <PriceText usd={caregiver.hourly_rate_usd} unit="/ hour" size="large" />
        </p>
      </div>
      <p className={`mt-5 whitespace-pre-line wrap-anywhere ${caregiver.description ? '' : 'text-ink-soft'}`}>
        {caregiver.description || 'No description yet.'}
      </p>
      <IntroductionLink url={caregiver.video_url} className="mt-4" />
      {caregiver.skills.length > 0 && <PillList words={caregiver.skills} className="mt-4" />}
    </Panel>
  )
}

/** The documents' names, the tools and the stage. */
function ViewerSkeleton() {
  return (
    <Loading>
      <Skeleton className="h-6 w-36" />
      <span className="mt-6 mb-4 flex gap-6 border-b border-line pb-3">
        <Skeleton className="h-5 w-20" />
        <Skeleton className="h-5 w-20" />
        <Skeleton className="h-5 w-24" />
      </span>
      <Skeleton className="mb-3 h-10 w-64" />
      <Skeleton className="h-[clamp(20rem,62dvh,48rem)] w-full" />
    </Loading>
  )
}
