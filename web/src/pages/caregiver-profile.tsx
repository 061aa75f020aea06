import { useOwnCaregiverProfileQuery } from '../features/profiles/api.ts'
import { CaregiverProfileEditor } from '../features/profiles/components/caregiver-profile-editor.tsx'
import { ProfileSkeleton } from '../features/profiles/components/profile-skeleton.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Page } from '../ui/page.tsx'

// Document links expire after 10 minutes, so an open screen refetches them in time.
const polling = { pollingInterval: 8 * 60_000, skipPollingIfUnfocused: true }

export function Component() {
  const { data: profile, isError, error, refetch } = useOwnCaregiverProfileQuery(undefined, polling)
  return (
    <Page title="My Profile" lead="What families see before they contact you.">
      {profile ? (
        <CaregiverProfileEditor key={profile.id} profile={profile} />
      ) : isError ? (
        <ErrorState title="Failed to load your profile" error={error} onRetry={refetch} />
      ) : (
        <ProfileSkeleton />
      )}
    </Page>
  )
}
