import { Column } from '../../test/stories.tsx'
import { ProfilePageSkeleton } from './profile-page-skeleton.tsx'
import { SkeletonRows, SkeletonText } from './skeleton.tsx'

export default { component: SkeletonRows }

export const Text = () => (
  <Column>
    <SkeletonText />
  </Column>
)

export const Rows = () => <SkeletonRows rows={3} />

export const ProfilePage = () => (
  <ProfilePageSkeleton
    label="Loading the caregiver…"
    cardHeight="min-h-112"
    panelHeights={['min-h-40', 'min-h-64']}
  />
)
