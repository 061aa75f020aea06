import type { Place } from '@tendwell/contract/profiles/places'
import { X } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { type Change, type Filters, listChips, noFilters } from './filters.ts'

interface FilterChipsProps {
  filters: Filters
  change: Change
  /** The place that the results are near to. */
  near: Place | null
  className?: string
}

/** The active filters, each with a button to remove it. */
export function FilterChips({ filters, change, near, className = '' }: FilterChipsProps) {
  const list = useRef<HTMLUListElement>(null)
  const chips = listChips(filters, near)
  if (chips.length === 0) return null
  return (
    <ul
      ref={list}
      tabIndex={-1}
      aria-label="Active filters"
      className={`flex flex-wrap items-center gap-2 ${className}`}
    >
      {chips.map((chip) => (
        <li key={chip.id} className="max-w-full animate-appear">
          <button
            type="button"
            aria-label={`Remove the filter ${chip.label}`}
            onClick={() => {
              change(chip.without)
              if (chips.length > 1) list.current?.focus()
            }}
            className="inline-flex min-h-11 max-w-full items-center gap-2 rounded-full bg-sage px-4 text-13 font-medium text-on-sage transition-colors hover:bg-sand hover:text-ink sm:min-h-9"
          >
            <span className="min-w-0 truncate">{chip.label}</span>
            <X className="size-3.5 shrink-0" />
          </button>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <Button
            variant="quiet"
            size="small"
            onPress={() => change({ ...noFilters, ordering: filters.ordering })}
          >
            Clear all
          </Button>
        </li>
      )}
    </ul>
  )
}
