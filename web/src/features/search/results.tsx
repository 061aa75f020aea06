import { LIST_PAGE_SIZES } from '@tendwell/contract/reference'
import { useRef } from 'react'
import { messageOf } from '../../lib/errors.ts'
import { plural } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Pagination, pageCount } from '../../ui/pagination.tsx'
import type { FoundCaregivers } from './api.ts'
import { CaregiverCard, CaregiverCardsSkeleton } from './caregiver-card.tsx'

interface ResultsProps {
  found: FoundCaregivers | undefined
  /** New filters are on their way; what is shown is still the answer to the old ones. */
  isStale: boolean
  error: unknown
  retry: () => void
  page: number
  goTo: (page: number) => void
}

/** The cards of a page, in a grid, with their count above and the pages below. */
export function Results({ found, isStale, error, retry, page, goTo }: ResultsProps) {
  const top = useRef<HTMLDivElement>(null)
  if (error && !isStale) {
    const detail = messageOf(error, '') || undefined
    return <ErrorState title="Failed to load caregivers" detail={detail} onRetry={retry} />
  }
  if (!found) return <CaregiverCardsSkeleton />
  const lastPage = pageCount(found.count, LIST_PAGE_SIZES.caregivers)
  if (found.results.length === 0) {
    return (
      <EmptyState
        title="There is no such page"
        hint={`This search ends on page ${lastPage}.`}
        action={<Button onPress={() => goTo(1)}>To the first page</Button>}
      />
    )
  }
  return (
    <div ref={top} tabIndex={-1} aria-busy={isStale} className="scroll-mt-6 outline-none">
      <ul
        className={`grid gap-5 transition-opacity sm:grid-cols-2 xl:grid-cols-3 ${isStale ? 'opacity-50' : ''}`}
      >
        {found.results.map((caregiver, index) => (
          <CaregiverCard key={caregiver.id} caregiver={caregiver} isFirst={index === 0} />
        ))}
      </ul>
      <Pagination
        label="Caregivers"
        page={Math.min(page, lastPage)}
        pageSize={LIST_PAGE_SIZES.caregivers}
        count={found.count}
        onPage={(next) => {
          goTo(next)
          top.current?.focus()
          top.current?.scrollIntoView()
        }}
      />
    </div>
  )
}

/** `48 caregivers`, and beyond 1,000 `1,000+ caregivers`. */
export function foundWords({ count, isExact }: Pick<FoundCaregivers, 'count' | 'isExact'>): string {
  return isExact ? plural(count, 'caregiver') : `${count.toLocaleString('en-US')}+ caregivers`
}
