import { ButtonLink } from './button-link.tsx'
import { EmptyState } from './empty-state.tsx'
import { LostPath } from './scenes/lost-path.tsx'

interface MissingStateProps {
  /** What could not be found, in the words of the failure: 'Failed to load caregiver'. */
  title: string
  hint: string
  /** Where such things are. */
  action: { label: string; to: string }
}

/** In place of a thing that does not exist, or is not the viewer's: trying again would not help. */
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
