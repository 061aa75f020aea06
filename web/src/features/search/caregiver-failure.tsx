import { messageOf, statusOf } from '../../lib/errors.ts'
import { paths } from '../../lib/paths.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { MissingState } from '../../ui/missing-state.tsx'

const title = 'Failed to load caregiver'

/** In place of a caregiver who can't be shown: not now, or not at all. */
export function CaregiverFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (statusOf(error) === 404) {
    return (
      <MissingState
        title={title}
        hint="This caregiver is not on our list, or no longer."
        action={{ label: 'Find a Caregiver', to: paths.caregivers }}
      />
    )
  }
  return <ErrorState title={title} detail={messageOf(error, '') || undefined} onRetry={onRetry} />
}
