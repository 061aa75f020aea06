import { formatNotice } from '@tendwell/contract/availability/settings'
import { formatHours as formatLength } from '@tendwell/contract/format'
import type { CaregiverDetail } from '@tendwell/contract/profiles/profiles'
import {
  Baby,
  CalendarClock,
  Clock,
  MapPin,
  MessageCircleReply,
  Repeat2,
  Sprout,
  UserCheck,
} from 'lucide-react'
import { plural } from '../../../lib/format/format.ts'
import { formatCareAges } from '../../../shared/people/care-ages.ts'
import { formatTravel } from '../../../shared/people/travel.ts'

/** Short facts below the introduction; nothing where none is known. */
export function CaregiverFacts({ caregiver }: { caregiver: CaregiverDetail }) {
  const {
    experience_years: years,
    care_ages: ages,
    travel_km: travelKm,
    notice_hours: notice,
    minimum_visit_minutes: minimumVisit,
    response_hours: hours,
    repeat_families: repeatFamilies,
    references_confirmed: references,
  } = caregiver
  const facts = [
    years && { icon: Sprout, text: `${plural(years, 'year')} of experience` },
    ages.length > 0 && {
      icon: Baby,
      text: `Cares for ${formatCareAges(ages)}`,
    },
    travelKm !== null && { icon: MapPin, text: `Travels up to ${formatTravel(travelKm, caregiver.country)}` },
    minimumVisit > 0 && { icon: Clock, text: `Visits of at least ${formatLength(minimumVisit / 60)}` },
    notice > 0 && { icon: CalendarClock, text: `Needs ${formatNotice(notice)}’ notice` },
    hours !== null && { icon: MessageCircleReply, text: `Usually answers within ${formatHours(hours)}` },
    repeatFamilies && { icon: Repeat2, text: `${plural(repeatFamilies, 'family', 'families')} booked again` },
    references > 0 && { icon: UserCheck, text: `${plural(references, 'reference')} confirmed` },
  ].filter((fact) => typeof fact === 'object' && fact !== null)
  if (facts.length === 0) return null
  return (
    <ul className="mt-5 grid gap-x-6 gap-y-3 border-t border-line pt-5 sm:grid-cols-2">
      {facts.map(({ icon: Icon, text }) => (
        <li key={text} className="flex items-start gap-3">
          <Icon className="mt-0.5 size-5 shrink-0 text-forest" />
          {text}
        </li>
      ))}
    </ul>
  )
}

/** `an hour`, `2 hours`, `a day`, `3 days`, `a week`. */
function formatHours(hours: number): string {
  if (hours === 1) return 'an hour'
  if (hours < 24) return `${hours} hours`
  if (hours === 24) return 'a day'
  return hours === 168 ? 'a week' : `${hours / 24} days`
}
