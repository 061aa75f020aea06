import { X } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { useConsole } from './console-state.ts'

/** Says that the header's search narrows what is below, and takes it back. */
export function SearchNote() {
  const { globalSearch, search } = useConsole()
  if (!globalSearch) return null
  return (
    <p className="flex flex-wrap items-center gap-x-3">
      <span>
        Results for <strong className="wrap-anywhere text-ink">“{globalSearch}”</strong>
      </span>
      <Button
        variant="quiet"
        size="small"
        icon={<X className="size-4" aria-hidden="true" />}
        onPress={() => search('')}
      >
        Clear search
      </Button>
    </p>
  )
}
