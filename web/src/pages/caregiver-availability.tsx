import type { OwnCaregiverProfile } from '@tendwell/contract/profiles'
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
          {!canEdit && <NotVerified profile={profile} />}
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

/** Why the caregiver can't set hours now, and what they can do. */
function NotVerified({ profile }: { profile: OwnCaregiverProfile }) {
  const { verification_status: status, rejection_reason: reason } = profile
  if (status === 'rejected') {
    return (
      <Banner
        tone="danger"
        title="Your verification was rejected"
        action={
          <div className="flex flex-wrap gap-2">
            <ButtonLink to={paths.caregiverProfile}>Update my profile</ButtonLink>
            <ContactSupport />
          </div>
        }
      >
        {reason && (
          <p>
            <span className="font-semibold">Reason:</span> {reason}
          </p>
        )}
        <p>Families can’t book you, and you can’t change your hours until you’re verified.</p>
      </Banner>
    )
  }
  if (status === 'flagged') {
    return (
      <Banner tone="warning" title="Your profile is under review" action={<ContactSupport />}>
        Families can’t find or book you for now, and you can’t change your hours until the review is done.
        Bookings that are already paid stay.
      </Banner>
    )
  }
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
      You can set your hours once you’re verified. We’ll let you know.
    </Banner>
  )
}

function ContactSupport() {
  return (
    <ButtonLink to={paths.contact} variant="secondary">
      Contact Support
    </ButtonLink>
  )
}
