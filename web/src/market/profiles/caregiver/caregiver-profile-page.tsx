import { BackgroundSeal } from '../../../shared/people/background-seal.tsx'
import { useOwnCaregiverProfileQuery } from '../../../shared/people/own-profile-api.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Page } from '../../../ui/page.tsx'
import { useOwnBackgroundCheckQuery } from '../background-check/background-check-api.ts'
import { BackgroundCheckPanel } from '../background-check/background-check-panel.tsx'
import { ProfileSkeleton } from '../profile-skeleton.tsx'
import { CaregiverProfileEditor } from './caregiver-profile-editor.tsx'

// Document links expire after 10 minutes, so an open screen refetches them in time.
const polling = { pollingInterval: 8 * 60_000, skipPollingIfUnfocused: true }

export function CaregiverProfilePage() {
  const { data: profile, isError, error, refetch } = useOwnCaregiverProfileQuery(undefined, polling)
  const { data: backgroundCheck } = useOwnBackgroundCheckQuery()
  return (
    <Page title="My Profile" lead="What families see before they contact you.">
      {profile ? (
        <CaregiverProfileEditor
          key={profile.id}
          profile={profile}
          afterDocuments={<BackgroundCheckPanel />}
          badge={backgroundCheck?.badge && <BackgroundSeal />}
        />
      ) : isError ? (
        <ErrorState title="Failed to load your profile" error={error} onRetry={refetch} />
      ) : (
        <ProfileSkeleton />
      )}
    </Page>
  )
}
