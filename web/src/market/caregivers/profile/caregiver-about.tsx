import type { CaregiverDetail, PublicCaregiver } from '@tendwell/contract/profiles/profiles'
import { BadgeCheck, CalendarCheck } from 'lucide-react'
import { IntroductionLink } from '../../../shared/people/introduction-link.tsx'
import { PolicyNote } from '../../../shared/visits/policy-note.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { PillList } from '../../../ui/pill-list.tsx'
import { describePaperChecks } from '../card/paper-checks.ts'
import { CaregiverFacts } from './caregiver-facts.tsx'

export function AboutMe({ caregiver }: { caregiver: CaregiverDetail }) {
  return (
    <Panel title="About me">
      <p className="text-17 whitespace-pre-line">
        {caregiver.description || `${caregiver.full_name} hasn’t written an introduction yet.`}
      </p>
      <IntroductionLink url={caregiver.video_url} className="mt-3" />
      <CaregiverFacts caregiver={caregiver} />
    </Panel>
  )
}

/** Skills, and which papers were checked and when, if any were. Only admins see the papers. */
export function Specialties({ caregiver }: { caregiver: PublicCaregiver }) {
  const sentence = describePaperChecks(caregiver.paper_checks)
  return (
    <Panel title="Specialties & Certificates">
      <PillList words={caregiver.skills} />
      {sentence && (
        <p className="mt-5 flex items-start gap-3 rounded-control bg-gold-soft px-4 py-3 text-gold-ink">
          <BadgeCheck className="mt-0.5 size-5 shrink-0" />
          {sentence}
        </p>
      )}
    </Panel>
  )
}

/** What a family gets back for canceling, and how often the caregiver keeps bookings. */
export function Reliability({ caregiver }: { caregiver: CaregiverDetail }) {
  const { completion_rate: rate, cancellation_policy: policy } = caregiver
  return (
    <Panel title="Cancellation">
      <PolicyNote policy={policy} />
      {rate !== null && (
        <p className="mt-4 flex items-start gap-3">
          <CalendarCheck className="mt-0.5 size-5 shrink-0 text-forest" />
          <span>
            <span className="font-semibold">{`Keeps ${rate}% of bookings`}</span>
            <span className="block text-13 text-ink-soft">Over the past 12 months.</span>
          </span>
        </p>
      )}
    </Panel>
  )
}
