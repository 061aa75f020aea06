import { PersonFacts } from '../../shared/people/person-facts.tsx'
import { formatPlace } from '../../shared/people/place.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PillList } from '../../ui/pill-list.tsx'
import { PriceText } from '../../ui/price-text.tsx'
import type { CaregiverRecord } from '../common/decisions/person-decisions.tsx'

/** A caregiver's profile as families see it, to compare with the documents. */
export function FamilyViewPanel({ person }: { person: CaregiverRecord }) {
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
      {caregiver.skills.length > 0 && <PillList words={caregiver.skills} className="mt-4" />}
    </Panel>
  )
}
