import { X } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { useConsoleFilters } from './use-console-filters.ts'

/** Shows the header's search text with a button to clear it. */
export function SearchNote() {
  const { q, change } = useConsoleFilters()
  if (!q) return null
  return (
    <p className="flex flex-wrap items-center gap-x-3">
      <span>
        Results for <strong className="wrap-anywhere text-ink">“{q}”</strong>
      </span>
      <Button
        variant="quiet"
        size="small"
        icon={<X className="size-4" aria-hidden="true" />}
        onPress={() => change({ q: '' })}
      >
        Clear search
      </Button>
    </p>
  )
}
