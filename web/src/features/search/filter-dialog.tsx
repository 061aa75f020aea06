import { useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { FoundCaregivers } from './api.ts'
import { type Change, FilterForm } from './filter-form.tsx'
import { chipsOf, type Filters, noFilters } from './filters.ts'
import { foundWords } from './results.tsx'

interface FilterDialogProps {
  filters: Filters
  change: Change
  /** Who is found; undefined until it is known. */
  found: FoundCaregivers | undefined
  isOpen: boolean
  close: () => void
}

/** The filters where there is no room for them beside the cards. */
export function FilterDialog({ filters, change, found, isOpen, close }: FilterDialogProps) {
  const show = useRef<HTMLButtonElement>(null)
  const isFree = chipsOf({ ...filters, q: '' }).length === 0
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title="Filters"
      actions={
        <>
          <Button
            variant="secondary"
            isDisabled={isFree}
            onPress={() => {
              change({ ...noFilters, q: filters.q, ordering: filters.ordering })
              // With nothing left to clear, this button can't keep the focus.
              show.current?.focus()
            }}
          >
            Clear all
          </Button>
          <Button ref={show} onPress={close}>
            {found ? `Show ${foundWords(found)}` : 'Show caregivers'}
          </Button>
        </>
      }
    >
      <FilterForm filters={filters} change={change} />
    </Dialog>
  )
}
