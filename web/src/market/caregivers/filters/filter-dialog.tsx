import { useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { formatResultCount } from '../search/results.tsx'
import type { SearchResults } from '../search/search-api.ts'
import { FilterForm } from './filter-form.tsx'
import { type Change, type Filters, listChips, noFilters } from './filters.ts'

interface FilterDialogProps {
  filters: Filters
  change: Change
  /** The search results; undefined until loaded. */
  found: SearchResults | undefined
  isOpen: boolean
  onClose: () => void
}

/** The filters on small screens. */
export function FilterDialog({ filters, change, found, isOpen, onClose }: FilterDialogProps) {
  const show = useRef<HTMLButtonElement>(null)
  const isFree = listChips({ ...filters, q: '' }).length === 0
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Filters"
      actions={
        <>
          <Button
            variant="secondary"
            isDisabled={isFree}
            onPress={() => {
              change({ ...noFilters, q: filters.q, ordering: filters.ordering })
              // This button is now disabled and loses the focus.
              show.current?.focus()
            }}
          >
            Clear all
          </Button>
          <Button ref={show} onPress={onClose}>
            {found ? `Show ${formatResultCount(found)}` : 'Show caregivers'}
          </Button>
        </>
      }
    >
      <FilterForm filters={filters} change={change} near={found?.near ?? null} />
    </Dialog>
  )
}
