import { Column } from '../../test/stories.tsx'
import { ProfilePageSkeleton } from '../shared/people/profile-page-skeleton.tsx'
import { SkeletonRows, SkeletonText } from './skeleton.tsx'

export default { component: SkeletonRows }

export const LoadingText = () => (
  <Column>
    <SkeletonText />
  </Column>
)

export const LoadingRows = () => <SkeletonRows rows={3} />

export const LoadingProfilePage = () => (
  <ProfilePageSkeleton
    label="Loading the caregiver…"
    cardHeight="min-h-112"
    panelHeights={['min-h-40', 'min-h-64']}
  />
)
