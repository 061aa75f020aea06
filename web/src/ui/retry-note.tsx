import { Button } from './button.tsx'

interface RetryNoteProps {
  /** An RTK Query result. Nothing is shown while it has data, or loads for the first time. */
  query: { currentData?: unknown; error?: unknown; isFetching: boolean; refetch: () => unknown }
  /** What failed: 'Failed to load times'. */
  failure: string
  className?: string
}

/** A small part of a screen that failed to load, in a line. For a whole panel there is `QueryBody`. */
export function RetryNote({ query, failure, className = '' }: RetryNoteProps) {
  const { currentData, error, isFetching, refetch } = query
  if (!error || currentData !== undefined) return null
  return (
    <span role="alert" className={`flex flex-wrap items-center gap-x-2 text-13 ${className}`}>
      <span className="font-medium text-clay">{failure}</span>
      <Button variant="quiet" size="small" isPending={isFetching} onPress={refetch}>
        Retry
      </Button>
    </span>
  )
}
