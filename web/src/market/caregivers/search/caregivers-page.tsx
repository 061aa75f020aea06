import { LIST_PAGE_SIZES, NEAR_HOME } from '@tendwell/contract/reference'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { pageCount } from '../../../lib/address/pages.ts'
import { useIsLeaving } from '../../../lib/address/use-is-leaving.ts'
import { useHydrated } from '../../../lib/browser/use-hydrated.ts'
import { useMedia } from '../../../lib/browser/use-media.ts'
import { getErrorStatus } from '../../../lib/errors.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useRememberedPlace } from '../../../shared/people/remembered-place.ts'
import { keepSearchedPlace } from '../../../shared/people/searched-place.ts'
import { Page } from '../../../ui/page.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { FilterChips } from '../filters/filter-chips.tsx'
import { anywhere, type Filters, listChips, toSearchQuery } from '../filters/filters.ts'
import { useFilters } from '../filters/use-filters.ts'
import { LazySaveSearch } from '../saved/lazy-save-search.tsx'
import { NoCaregivers } from './no-caregivers.tsx'
import { describeResults, Results } from './results.tsx'
import { useSearchCaregiversQuery } from './search-api.ts'
import { SearchBar } from './search-bar.tsx'

export function CaregiversPage() {
  return (
    <Page
      title="Find a Caregiver"
      lead="Each caregiver’s page says what we checked, and when. Choose what matters to your family."
    >
      <CaregiverSearch />
    </Page>
  )
}

// Loaded only where it is shown, because it contains many kinds of fields.
const FilterForm = lazy(async () => ({ default: (await import('../filters/filter-form.tsx')).FilterForm }))

/** Filters beside the cards; on small screens in a dialog. */
function CaregiverSearch() {
  const { filters, page, change, goTo } = useFilters()
  const { user, isLoggedIn } = useSession()
  const { place, remember } = useRememberedPlace()
  // The server renders the page as for a visitor whose browser remembers nothing.
  const isFamily = useHydrated() && isLoggedIn && user?.role === 'caretaker'
  const home = isFamily ? NEAR_HOME : place ? String(place.id) : ''
  const { data, currentData, error, isFetching, refetch } = useSearchCaregiversQuery(
    toSearchQuery(filters, page, { home, isFamily }),
  )
  // A place that the gazetteer no longer has would stop each search.
  useEffect(() => {
    if (place && getErrorStatus(error) === 400) remember(null)
  })
  const searched = currentData && (currentData.named ?? currentData.near)
  useEffect(() => {
    if (searched !== undefined) keepSearchedPlace(searched)
  }, [searched])
  const lastPage = pageCount(currentData?.count ?? 0, LIST_PAGE_SIZES.caregivers)
  const isBeyond = currentData !== undefined && page > lastPage
  const isLeaving = useIsLeaving()
  // Runs after each render, as in `usePagedQuery`, which can't tell whether a count is exact.
  useEffect(() => {
    if (isBeyond && !isLeaving) goTo(lastPage, { replace: true })
  })
  const count = useRef<HTMLParagraphElement>(null)
  // The pressed button disappears with its filter, so the focus moves to the count.
  const removeFilter = (changed: Partial<Filters>) => {
    if (changed.near === anywhere) remember(null)
    change(changed)
    count.current?.focus()
  }
  const isDesktop = useMedia('desktop')
  const near = (currentData ?? data)?.near ?? null
  const isEmpty = currentData?.count === 0
  const isFiltered = listChips(filters).length > 0
  const chips = { filters, change: removeFilter, near }
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[17rem_1fr]">
      <aside aria-label="Filters" className="hidden lg:block">
        {isDesktop ? (
          <Suspense fallback={<FilterSkeleton />}>
            <FilterForm filters={filters} change={change} near={near} />
          </Suspense>
        ) : (
          <FilterSkeleton />
        )}
      </aside>
      <section aria-label="Caregivers" className="flex min-w-0 flex-col gap-4">
        <SearchBar filters={filters} change={change} found={currentData} isFamily={isFamily} />
        {isFiltered && <FilterChips {...chips} />}
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 sm:min-h-9">
          <p ref={count} role="status" tabIndex={-1} className="tabular text-ink-soft outline-none">
            {currentData ? describeResults(currentData) : (isFetching && 'Searching…') || ''}
          </p>
          {/* A place that comes after hydration takes no row of its own, which would move the list. */}
          {!isFiltered && <FilterChips {...chips} className="min-w-0 flex-1 justify-end" />}
          {!isEmpty && isFiltered && <LazySaveSearch filters={filters}>Save this search</LazySaveSearch>}
        </div>
        {isEmpty ? (
          <NoCaregivers
            filters={filters}
            change={removeFilter}
            nearest={currentData.nearest}
            near={near}
            named={currentData.named}
          />
        ) : (
          <Results
            // Cards near another place replace the old ones instead of moving under the reader's eyes.
            key={near?.id}
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

const fields = ['country', 'city', 'skills', 'languages', 'day', 'rates', 'rating']

/** A placeholder while the filters load. */
function FilterSkeleton() {
  return (
    <div aria-hidden="true" className="flex flex-col gap-5">
      {fields.map((field) => (
        <div key={field}>
          <Skeleton className="h-5 w-24" />
          <Skeleton className="mt-2.5 h-12 w-full" />
        </div>
      ))}
    </div>
  )
}
