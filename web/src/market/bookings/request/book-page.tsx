import { toFirstName } from '@tendwell/contract/people/first-name'
import type { CaretakerProfileBody, OwnCaretakerProfile } from '@tendwell/contract/profiles/families'
import type { PublicCaregiver } from '@tendwell/contract/profiles/profiles'
import { COUNTRIES } from '@tendwell/contract/reference'
import { useParams } from 'react-router'
import { formatZone, formatZoneNote, getBrowserZone } from '../../../lib/format/format.ts'
import { usePublicCaregiverQuery } from '../../../shared/people/caregiver-api.ts'
import { hourlyRateCents } from '../../../shared/people/hourly-rate.ts'
import { MissingCaregiver } from '../../../shared/people/missing-caregiver.tsx'
import {
  useOwnCaretakerProfileQuery,
  useSaveCaretakerProfileMutation,
} from '../../../shared/people/own-profile-api.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { CalendarSkeleton } from '../../../ui/calendar-skeleton.tsx'
import { Card } from '../../../ui/card.tsx'
import { Page } from '../../../ui/page.tsx'
import { QueryBody } from '../../../ui/query-panel.tsx'
import { useMyRequestsQuery } from '../bookings-api.ts'
import { RequestHours } from './request-hours.tsx'
import type { NewAddress } from './use-visit.ts'

export function BookPage() {
  const id = Number(useParams().caregiverId)
  const query = usePublicCaregiverQuery(id)
  const { currentData: caregiver } = query
  const family = useOwnCaretakerProfileQuery()
  const [lastRequest] = useMyRequestsQuery({ page: 1 }).data?.results ?? []
  const [saveProfile] = useSaveCaretakerProfileMutation()
  return (
    <Page
      title={caregiver ? `Book ${caregiver.full_name}` : 'Book a caregiver'}
      lead={caregiver && <ZoneLine caregiver={caregiver} />}
      back={<BackLink to={paths.caregiver(id)}>Back</BackLink>}
    >
      <QueryBody
        query={query}
        failure="Failed to load caregiver"
        skeleton={
          <Card>
            <CalendarSkeleton />
          </Card>
        }
        missing={<MissingCaregiver />}
      >
        {(caregiver) => (
          <RequestHours
            key={id}
            caregiverId={id}
            rates={{
              rateCents: hourlyRateCents(caregiver.hourly_rate_usd),
              serviceFeeBps: caregiver.service_fee_bps,
            }}
            policy={caregiver.cancellation_policy}
            limits={{
              name: toFirstName(caregiver.full_name),
              noticeHours: caregiver.notice_hours,
              minimumVisitMinutes: caregiver.minimum_visit_minutes,
            }}
            nextFreeStart={caregiver.next_free_start}
            family={family}
            lastChildren={lastRequest?.children.flatMap(({ name }) => name ?? []) ?? []}
            saveAddress={(address) => void saveProfile(toProfileAddress(address, family.data))}
          />
        )}
      </QueryBody>
    </Page>
  )
}

/** The zone of the shown times, and the caregiver's if it differs. */
function ZoneLine({ caregiver }: { caregiver: PublicCaregiver }) {
  const isElsewhere = formatZoneNote(caregiver.timezone) !== ''
  return (
    <p>
      Times are shown in your time zone,{' '}
      <strong className="font-semibold text-ink">{formatZone(getBrowserZone())}</strong>.
      {isElsewhere && ` ${caregiver.full_name} is on ${formatZone(caregiver.timezone)}.`}
    </p>
  )
}

/** The parts of a visit's address that the profile lacks. Its own city stays. */
function toProfileAddress(
  address: NewAddress,
  family: OwnCaretakerProfile | undefined,
): CaretakerProfileBody {
  const { city, country, place_id, ...lines } = address
  const known = COUNTRIES.find((name) => name === country) ?? ''
  return family?.city ? lines : { ...lines, city, country: known, place_id }
}
