import { NotVerifiedBanner } from '../../shared/people/not-verified-banner.tsx'
import { useOwnCaregiverProfileQuery } from '../../shared/people/own-profile-api.ts'
import { Page } from '../../ui/page.tsx'
import { QueryBody } from '../../ui/query-panel.tsx'
import { AvailabilitySettings } from './availability-settings.tsx'
import { AvailabilitySkeleton } from './availability-skeleton.tsx'
import { OutsidePanel } from './outside-calendars/outside-panel.tsx'

export function AvailabilityPage() {
  const query = useOwnCaregiverProfileQuery()
  const canEdit = query.data?.verification_status === 'verified'
  return (
    <Page title="Availability Settings" lead="Families can book the hours you set here.">
      <QueryBody query={query} failure="Failed to load your profile" skeleton={<AvailabilitySkeleton />}>
        {(profile) => (
          <div className="flex flex-col gap-6">
            <NotVerifiedBanner profile={profile} action="set your hours" />
            <AvailabilitySettings caregiverId={profile.id} zone={profile.timezone} canEdit={canEdit}>
              <OutsidePanel zone={profile.timezone} canEdit={canEdit} />
            </AvailabilitySettings>
          </div>
        )}
      </QueryBody>
    </Page>
  )
}
