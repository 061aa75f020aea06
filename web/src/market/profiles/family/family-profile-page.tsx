import { useOwnCaretakerProfileQuery } from '../../../shared/people/own-profile-api.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Page } from '../../../ui/page.tsx'
import { ProfileSkeleton } from '../profile-skeleton.tsx'
import { FamilyProfileEditor } from './family-profile-editor.tsx'

export function FamilyProfilePage() {
  const { data: profile, isError, error, refetch } = useOwnCaretakerProfileQuery()
  return (
    <Page title="My Profile" lead="What caregivers see about your family.">
      {profile ? (
        <FamilyProfileEditor key={profile.id} profile={profile} />
      ) : isError ? (
        <ErrorState title="Failed to load your profile" error={error} onRetry={refetch} />
      ) : (
        <ProfileSkeleton />
      )}
    </Page>
  )
}
