import { lazy, Suspense, useRef } from 'react'
import { useWide } from '../../lib/use-wide.ts'
import { useSearchCaregiversQuery } from './api.ts'
import { FilterChips } from './filter-chips.tsx'
import { FilterSkeleton } from './filter-skeleton.tsx'
import { callOf, type Filters } from './filters.ts'
import { NoCaregivers } from './no-caregivers.tsx'
import { foundWords, Results } from './results.tsx'
import { SearchBar } from './search-bar.tsx'
import { useFilters } from './use-filters.ts'

// Phones never show it, and it brings every kind of field: its code comes where there is room for it.
const FilterForm = lazy(async () => ({ default: (await import('./filter-form.tsx')).FilterForm }))

/** Filters beside the cards; from a tablet down they open in a dialog. */
export function CaregiverSearch() {
  const { filters, page, change, goTo } = useFilters()
  const { data, currentData, error, isFetching, refetch } = useSearchCaregiversQuery(callOf(filters, page))
  const count = useRef<HTMLParagraphElement>(null)
  // The buttons that take filters off go with them: their focus goes to what is found then.
  const takeOff = (changed: Partial<Filters>) => {
    change(changed)
    count.current?.focus()
  }
  const isWide = useWide()
  const isEmpty = currentData?.count === 0
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[17rem_1fr]">
      <aside aria-label="Filters" className="hidden lg:block">
        {isWide ? (
          <Suspense fallback={<FilterSkeleton />}>
            <FilterForm filters={filters} change={change} />
          </Suspense>
        ) : (
          <FilterSkeleton />
        )}
      </aside>
      <section aria-label="Caregivers" className="flex min-w-0 flex-col gap-4">
        <SearchBar filters={filters} change={change} found={currentData} />
        <FilterChips filters={filters} change={takeOff} />
        <p ref={count} role="status" tabIndex={-1} className="tabular min-h-6 text-ink-soft outline-none">
          {currentData ? foundWords(currentData) : (isFetching && 'Searching…') || ''}
        </p>
        {isEmpty ? (
          <NoCaregivers filters={filters} change={takeOff} />
        ) : (
          <Results
            found={currentData ?? data}
            isStale={isFetching && !currentData}
            error={currentData ? undefined : error}
            retry={refetch}
            page={page}
            goTo={goTo}
          />
        )}
      </section>
    </div>
  )
}
