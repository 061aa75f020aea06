import { CAREGIVER_PAGE_SIZE, type PublicCaregiver } from '@tendwell/contract/profiles'
import { useRef } from 'react'
import { messageOf } from '../../lib/errors.ts'
import { plural } from '../../lib/format.ts'
import type { List } from '../../lib/list.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Pagination, pageCount } from '../../ui/pagination.tsx'
import { CaregiverCard, CaregiverCardsSkeleton } from './caregiver-card.tsx'

/** Beyond this the server stops counting (architecture, search and scale). */
const countedMost = 10_000

interface ResultsProps {
  found: List<PublicCaregiver> | undefined
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
  const lastPage = pageCount(found.count, CAREGIVER_PAGE_SIZE)
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
        {found.results.map((caregiver) => (
          <CaregiverCard key={caregiver.id} caregiver={caregiver} />
        ))}
      </ul>
      <Pagination
        label="Caregivers"
        page={Math.min(page, lastPage)}
        pageSize={CAREGIVER_PAGE_SIZE}
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

/** `48 caregivers`, and past what is counted `10,000+ caregivers`. */
export function foundWords(count: number): string {
  return count > countedMost
    ? `${countedMost.toLocaleString('en-US')}+ caregivers`
    : plural(count, 'caregiver')
}
