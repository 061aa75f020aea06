import { ButtonLink } from './button-link.tsx'
import { EmptyState } from './empty-state.tsx'
import { LostPath } from './scenes/lost-path.tsx'

interface MissingStateProps {
  /** What failed: 'Failed to load caregiver'. */
  title: string
  hint: string
  /** Where to continue. */
  action: { label: string; to: string }
}

/** Shown when something doesn't exist or belongs to someone else, so that retrying wouldn't help. */
export function MissingState({ title, hint, action }: MissingStateProps) {
  return (
    <EmptyState
      title={title}
      hint={hint}
      action={<ButtonLink to={action.to}>{action.label}</ButtonLink>}
      scene={<LostPath />}
    />
  )
}
