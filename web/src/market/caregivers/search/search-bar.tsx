import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useDebouncedText } from '../../../lib/address/use-debounced-text.ts'
import { lazyDialog } from '../../../lib/browser/lazy-parts.tsx'
import { useHydrated } from '../../../lib/browser/use-hydrated.ts'
import { Button } from '../../../ui/button.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { Select } from '../../../ui/select.tsx'
import {
  bestMatch,
  type Change,
  type Filters,
  listChips,
  type Ordering,
  recommended,
} from '../filters/filters.ts'
import type { SearchResults } from './search-api.ts'

interface SearchBarProps {
  filters: Filters
  change: Change
  /** The search results; undefined until loaded. */
  found: SearchResults | undefined
  /** Best matches are for families. */
  isFamily: boolean
}

const orderings: { id: Ordering; label: string }[] = [
  { id: recommended, label: 'Recommended' },
  { id: 'rating', label: 'Best rated' },
  { id: 'rate', label: 'Lowest rate' },
  { id: '-rate', label: 'Highest rate' },
  { id: 'newest', label: 'Newest' },
]

/** The search text, the order and, on narrow screens, the button that opens the filters. */
export function SearchBar({ filters, change, found, isFamily }: SearchBarProps) {
  const usual = isFamily ? bestMatch : recommended
  const ordering = filters.ordering === bestMatch ? usual : (filters.ordering ?? usual)
  // Until the page is hydrated, typed text would be lost.
  const isReady = useHydrated()
  const words = useDebouncedText(filters.q, (q) => change({ q }, { isTyping: true }))
  return (
    <search inert={!isReady} className="flex flex-wrap items-center gap-3">
      <SearchField
        label="Search caregivers by name, city or skill"
        placeholder="Name, city or skill"
        value={words.text}
        onChange={words.type}
        onSubmit={words.commit}
        isReadOnly={!isReady}
        className="basis-full lg:basis-60 lg:flex-1"
      />
      <FiltersButton filters={filters} change={change} found={found} />
      <Select
        label="Sort by"
        isLabelHidden
        options={isFamily ? [{ id: bestMatch, label: 'Best match' }, ...orderings] : orderings}
        value={ordering}
        onChange={(id) => change({ ordering: id === usual ? null : (id as Ordering) })}
        className="min-w-40 max-lg:flex-1"
      />
    </search>
  )
}

/** Loaded when first opened, because it contains many kinds of fields. */
const FilterDialog = lazyDialog(async () => (await import('../filters/filter-dialog.tsx')).FilterDialog)

function FiltersButton(props: Omit<SearchBarProps, 'isFamily'>) {
  const [isOpen, setOpen] = useState<boolean | null>(null)
  const inForce = listChips({ ...props.filters, q: '' }).length
  return (
    <>
      <Button
        variant="secondary"
        icon={<SlidersHorizontal className="size-4" />}
        onPress={() => setOpen(true)}
        className="min-h-12 max-lg:flex-1 lg:hidden"
      >
        Filters{inForce > 0 && ` (${inForce})`}
      </Button>
      {isOpen !== null && <FilterDialog {...props} isOpen={isOpen} onClose={() => setOpen(false)} />}
    </>
  )
}
