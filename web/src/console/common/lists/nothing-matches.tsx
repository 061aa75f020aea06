import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'

interface NothingMatchesProps {
  /** 'No entries'. */
  title: string
  hint?: string
  onClear: () => void
}

/** A list that is empty because of its search and filters. */
export function NothingMatches({
  title,
  hint = 'Nothing matches your search and filters.',
  onClear,
}: NothingMatchesProps) {
  return (
    <EmptyState
      title={title}
      hint={hint}
      action={
        <Button variant="secondary" onPress={onClear}>
          Clear filters
        </Button>
      }
    />
  )
}
