import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useTyped } from '../../lib/use-typed.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Select } from '../../ui/select.tsx'
import type { FoundCaregivers } from './api.ts'
import { type Change, FilterForm } from './filter-form.tsx'
import { chipsOf, type Filters, noFilters, type Ordering } from './filters.ts'
import { foundWords } from './results.tsx'

interface SearchBarProps {
  filters: Filters
  change: Change
  /** Who is found; undefined until it is known. */
  found: FoundCaregivers | undefined
}

const recommended = 'recommended'
const orderings: { id: Ordering | typeof recommended; label: string }[] = [
  { id: recommended, label: 'Recommended' },
  { id: 'rating', label: 'Best rated' },
  { id: 'rate', label: 'Lowest rate' },
  { id: '-rate', label: 'Highest rate' },
  { id: 'newest', label: 'Newest' },
]

/** The search text, the order and, where there is no room for a column of filters, the way to them. */
export function SearchBar({ filters, change, found }: SearchBarProps) {
  const words = useTyped(filters.q, (q) => change({ q }, { isTyping: true }))
  return (
    <search className="flex flex-wrap items-center gap-3">
      <SearchField
        label="Search caregivers by name, city or skill"
        placeholder="A name, a city, a skill"
        value={words.text}
        onChange={(text) => words.type(text.slice(0, 200))}
        onSubmit={words.commit}
        className="basis-full lg:basis-60 lg:flex-1"
      />
      <FiltersButton filters={filters} change={change} found={found} />
      <Select
        label="Order by"
        isLabelHidden
        options={orderings}
        value={filters.ordering ?? recommended}
        onChange={(id) => change({ ordering: id === recommended ? null : (id as Ordering) })}
        className="min-w-40 max-lg:flex-1"
      />
    </search>
  )
}

function FiltersButton({ filters, change, found }: SearchBarProps) {
  const [isOpen, setOpen] = useState(false)
  const inForce = chipsOf({ ...filters, q: '' }).length
  const close = () => setOpen(false)
  return (
    <>
      <Button
        variant="secondary"
        icon={<SlidersHorizontal className="size-4" aria-hidden="true" />}
        onPress={() => setOpen(true)}
        className="min-h-12 max-lg:flex-1 lg:hidden"
      >
        Filters{inForce > 0 && ` (${inForce})`}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={close}
        title="Filters"
        actions={
          <>
            <Button
              variant="secondary"
              isDisabled={inForce === 0}
              onPress={() => change({ ...noFilters, q: filters.q, ordering: filters.ordering })}
            >
              Clear all
            </Button>
            <Button onPress={close}>{found ? `Show ${foundWords(found)}` : 'Show caregivers'}</Button>
          </>
        }
      >
        <FilterForm filters={filters} change={change} />
      </Dialog>
    </>
  )
}
