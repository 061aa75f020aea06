import { MissingState } from '../../ui/missing-state.tsx'
import { paths } from '../routes/paths.ts'

/** Shown when a caregiver doesn't exist or isn't visible to the viewer. */
export function MissingCaregiver() {
  return (
    <MissingState
      title="Failed to load caregiver"
      hint="This caregiver isn’t available right now."
      action={{ label: 'Find a Caregiver', to: paths.caregivers }}
    />
  )
}
