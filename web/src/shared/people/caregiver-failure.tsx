import { getErrorStatus } from '../../lib/errors.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { MissingState } from '../../ui/missing-state.tsx'
import { paths } from '../routes/paths.ts'

const title = 'Failed to load caregiver'

/** Shown when a caregiver doesn't exist or can't be loaded. */
export function CaregiverFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (getErrorStatus(error) === 404) {
    return (
      <MissingState
        title={title}
        hint="This caregiver isn’t available right now."
        action={{ label: 'Find a Caregiver', to: paths.caregivers }}
      />
    )
  }
  return <ErrorState title={title} error={error} onRetry={onRetry} />
}
