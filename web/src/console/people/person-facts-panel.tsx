import { POLICY_TEXTS } from '@tendwell/contract/cancellation/refund'
import type { PersonRecord } from '@tendwell/contract/console/people'
import { formatMoney } from '../../lib/format/format.ts'
import { IntroductionLink } from '../../shared/people/introduction-link.tsx'
import { paths } from '../../shared/routes/paths.ts'
import { StatusPill } from '../../shared/statuses/status-pill.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PillList } from '../../ui/pill-list.tsx'
import { RecordLink } from '../common/lists/record-links.tsx'

const or = (text: string) => text || 'Not given'

/** What a caregiver or a family says about themselves. */
export function PersonFactsPanel({ person }: { person: PersonRecord }) {
  const { caregiver, family } = person
  if (caregiver) return <CaregiverFactsPanel caregiver={caregiver} />
  if (!family) return null
  return (
    <Panel title="Profile">
      <DescriptionList items={[{ term: 'Children', value: String(family.children) }]} />
    </Panel>
  )
}

function CaregiverFactsPanel({ caregiver }: { caregiver: NonNullable<PersonRecord['caregiver']> }) {
  const { average_rating: rating, total_reviews: reviews } = caregiver
  return (
    <Panel
      title="Profile"
      actions={caregiver.hidden && <StatusPill status="removed" word="Photo and description hidden" />}
      lead={caregiver.hidden?.report_id && <HiddenBy reportId={caregiver.hidden.report_id} />}
    >
      {caregiver.description && (
        <p className="mb-5 max-w-reading whitespace-pre-line wrap-anywhere">{caregiver.description}</p>
      )}
      <IntroductionLink url={caregiver.video_url} className="mb-5" />
      <DescriptionList
        items={[
          { term: 'Place', value: or([caregiver.city, caregiver.country].filter(Boolean).join(', ')) },
          { term: 'Time zone', value: caregiver.timezone },
          { term: 'Hourly rate', value: formatMoney(caregiver.hourly_rate_usd) },
          { term: 'Cancellation policy', value: POLICY_TEXTS[caregiver.cancellation_policy].name },
          { term: 'Languages', value: or(caregiver.languages.join(', ')) },
          { term: 'Rating', value: rating === null ? 'No rating yet' : `${rating} (${reviews})` },
          { term: 'Shown to families', value: caregiver.is_listed ? 'Yes' : 'No' },
        ]}
      />
      {caregiver.skills.length > 0 && <PillList words={caregiver.skills} className="mt-5" />}
    </Panel>
  )
}

function HiddenBy({ reportId }: { reportId: number }) {
  return (
    <>
      Hidden because of <RecordLink to={paths.adminReport(reportId)}>{`report #${reportId}`}</RecordLink>
    </>
  )
}
