import { useOwnCaregiverProfileQuery } from '../features/profiles/api.ts'
import { CaregiverProfileEditor } from '../features/profiles/caregiver-profile-editor.tsx'
import { ProfileSkeleton } from '../features/profiles/profile-skeleton.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Page } from '../ui/page.tsx'

// Links to documents live 10 minutes: a screen that stays open gets fresh ones in time.
const polling = { pollingInterval: 8 * 60_000, skipPollingIfUnfocused: true }

export function Component() {
  const { data: profile, isError, refetch } = useOwnCaregiverProfileQuery(undefined, polling)
  return (
    <Page title="My Profile" lead="What families read before they write to you.">
      {profile ? (
        <CaregiverProfileEditor key={profile.id} profile={profile} />
      ) : isError ? (
        <ErrorState title="Failed to load your profile" onRetry={refetch} />
      ) : (
        <ProfileSkeleton />
      )}
    </Page>
  )
}
