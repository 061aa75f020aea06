import { Button } from './button.tsx'
import { Card } from './card.tsx'
import { EmptyState } from './empty-state.tsx'
import { MissingState } from './missing-state.tsx'
import { EmptyLetterbox } from './scenes/empty-letterbox.tsx'

export default { component: EmptyState }

export const Full = () => (
  <Card>
    <EmptyState
      title="No requests yet"
      hint="Choose a caregiver and the hours you need. Their answer appears here."
      action={<Button>Find a Caregiver</Button>}
      scene={<EmptyLetterbox />}
    />
  </Card>
)

export const TitleAlone = () => (
  <Card>
    <EmptyState title="No entries yet." />
  </Card>
)

export const Missing = () => (
  <Card>
    <MissingState
      title="Failed to load caregiver"
      hint="This caregiver doesn’t exist or is not listed any more."
      action={{ label: 'Find a Caregiver', to: '/caregivers' }}
    />
  </Card>
)
