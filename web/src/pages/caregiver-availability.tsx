import { AvailabilitySettings } from '../features/availability/components/availability-settings.tsx'
import { useOwnCaregiverProfileQuery } from '../features/profiles/api.ts'
import { paths } from '../lib/paths.ts'
import { Banner } from '../ui/banner.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { CalendarSkeleton } from '../ui/calendar-skeleton.tsx'
import { Card } from '../ui/card.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Page } from '../ui/page.tsx'

export function Component() {
  const { data: profile, error, refetch } = useOwnCaregiverProfileQuery()
  const canEdit = profile?.verification_status === 'verified'
  return (
    <Page title="Availability Settings" lead="Families can book the hours you set here.">
      {error && !profile ? (
        <ErrorState title="Failed to load your profile" error={error} onRetry={refetch} />
      ) : profile ? (
        <div className="flex flex-col gap-6">
          {!canEdit && <NotVerified />}
          <AvailabilitySettings caregiverId={profile.id} zone={profile.timezone} canEdit={canEdit} />
        </div>
      ) : (
        <Card>
          <CalendarSkeleton />
        </Card>
      )}
    </Page>
  )
}

function NotVerified() {
  return (
    <Banner
      tone="warning"
      title="Your profile is pending admin verification"
      action={
        <ButtonLink to={paths.caregiverProfile} variant="secondary">
          Go to my profile
        </ButtonLink>
      }
    >
      You can look around now and set your hours once you’re verified.
    </Banner>
  )
}
