import type { Place } from '@tendwell/contract/profiles/places'
import type { PublicCaregiver } from '@tendwell/contract/profiles/profiles'
import { LIST_PAGE_SIZES } from '@tendwell/contract/reference'
import { useRef } from 'react'
import { useLocation } from 'react-router'
import { getErrorStatus } from '../../../lib/errors.ts'
import { plural } from '../../../lib/format/format.ts'
import { formatCount } from '../../../lib/format/format-count.ts'
import { useSession } from '../../../lib/session/session.ts'
import { loginPath } from '../../../shared/routes/return-to.ts'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { CaregiverCard, CaregiverCardsSkeleton } from '../card/caregiver-card.tsx'
import type { SearchResults } from './search-api.ts'

interface ResultsProps {
  found: SearchResults | undefined
  /** New results are loading; the old ones are still shown. */
  isStale: boolean
  error: unknown
  retry: () => void
  page: number
  goTo: (page: number) => void
}

/** One page of caregiver cards, and the pagination. */
export function Results({ found, isStale, error, retry, page, goTo }: ResultsProps) {
  const { pathname, search } = useLocation()
  const { isLoggedIn } = useSession()
  const top = useRef<HTMLDivElement>(null)
  if (error) {
    const isTooMany = getErrorStatus(error) === 429 && !isLoggedIn
    return (
      <ErrorState title="Failed to load caregivers" error={error} onRetry={retry} isRetrying={isStale}>
        {isTooMany && <ButtonLink to={loginPath(`${pathname}${search}`)}>Log in</ButtonLink>}
      </ErrorState>
    )
  }
  // A page beyond the last one has no results: the last one opens instead.
  if (!found || found.results.length === 0) return <CaregiverCardsSkeleton />
  return (
    <div ref={top} tabIndex={-1} aria-busy={isStale} className="scroll-mt-6 outline-none">
      <CaregiverCards caregivers={found.results} isStale={isStale} from={found.named ?? found.near} />
      <Pagination
        label="Caregivers"
        page={page}
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

interface CaregiverCardsProps {
  caregivers: readonly PublicCaregiver[]
  /** Other results are loading. */
  isStale?: boolean
  /** They are the nearest matches, so each says how far away it is. */
  areNearest?: boolean
  /** The place that their distances are from, if it is known. */
  from?: Place | null
}

/** The cards of some caregivers. */
export function CaregiverCards({
  caregivers,
  isStale = false,
  areNearest = false,
  from = null,
}: CaregiverCardsProps) {
  return (
    <ul
      className={`grid grid-cols-1 gap-3 transition-opacity sm:grid-cols-2 sm:gap-5 xl:grid-cols-3 ${isStale ? 'opacity-50' : ''}`}
    >
      {caregivers.map((caregiver, index) => (
        <CaregiverCard
          key={caregiver.id}
          caregiver={caregiver}
          isFirst={index === 0}
          isNearest={areNearest}
          country={from?.country}
        />
      ))}
    </ul>
  )
}

/**
 * `48 caregivers`; after a misspelled text `48 caregivers for “night nanny”`, and after “niñera”
 * `Showing nannies: 48 caregivers`.
 */
export function describeResults(found: SearchResults): string {
  const count = formatResultCount(found)
  const shown = found.correctedText === null ? count : `${count} for “${found.correctedText}”`
  return found.roles.length > 0 ? `Showing ${found.roles.join(' and ')}: ${shown}` : shown
}

/** `48 caregivers`, and beyond 1,000 `1,000+ caregivers`. */
export function formatResultCount({ count, isExact }: Pick<SearchResults, 'count' | 'isExact'>): string {
  return isExact ? plural(count, 'caregiver') : `${formatCount(count)}+ caregivers`
}
