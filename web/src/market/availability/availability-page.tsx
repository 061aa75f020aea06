import { NotVerifiedBanner } from '../../shared/people/not-verified-banner.tsx'
import { useOwnCaregiverProfileQuery } from '../../shared/people/own-profile-api.ts'
import { CalendarSkeleton } from '../../ui/calendar-skeleton.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { QueryBody } from '../../ui/query-panel.tsx'
import { AvailabilitySettings } from './availability-settings.tsx'
import { RulesSkeleton, rulesLead } from './booking-rules/booking-rules.tsx'
import { OutsidePanel } from './outside-calendars/outside-panel.tsx'
import { WeekSkeleton, weekLead } from './week/weekly-hours.tsx'

export function AvailabilityPage() {
  const query = useOwnCaregiverProfileQuery()
  const canEdit = query.data?.verification_status === 'verified'
  return (
    <Page title="Availability Settings" lead="Families can book the hours you set here.">
      <QueryBody query={query} failure="Failed to load your profile" skeleton={<AvailabilitySkeleton />}>
        {(profile) => (
          <div className="flex flex-col gap-6">
            <NotVerifiedBanner profile={profile} action="set your hours" />
            <AvailabilitySettings caregiverId={profile.id} zone={profile.timezone} canEdit={canEdit} />
            <OutsidePanel zone={profile.timezone} canEdit={canEdit} />
          </div>
        )}
      </QueryBody>
    </Page>
  )
}

/** The screen until the caregiver's profile has loaded. */
function AvailabilitySkeleton() {
  return (
    <div className="flex flex-col gap-6">
      <Panel title="Weekly hours" lead={weekLead} isLoading>
        <WeekSkeleton canEdit />
      </Panel>
      <Panel title="Booking rules" lead={rulesLead} isLoading>
        <RulesSkeleton />
      </Panel>
      <div className="grid items-start gap-6 *:min-w-0 lg:grid-cols-2">
        <Panel title="Calendar" isLoading>
          <CalendarSkeleton />
        </Panel>
      </div>
    </div>
  )
}
