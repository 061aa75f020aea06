import type { Place } from '@tendwell/contract/profiles/places'
import type { LooserSearch } from '@tendwell/contract/profiles/profiles'
import { formatList } from '../../../lib/format/format.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LostPath } from '../../../ui/scenes/lost-path.tsx'
import {
  type Change,
  describeLooser,
  type Filters,
  leaveOut,
  listChips,
  noFilters,
} from '../filters/filters.ts'
import { LazySaveSearch } from '../saved/lazy-save-search.tsx'
import { CaregiverCards, formatResultCount } from './results.tsx'
import type { SearchResults } from './search-api.ts'

const suggestionsMost = 8

interface NoCaregiversProps {
  filters: Filters
  change: Change
  /** What the server found by leaving something out. */
  nearest: SearchResults['nearest']
  /** The place near which the search looks. */
  near: SearchResults['near']
  /** The place that the search names. */
  named: SearchResults['named']
}

/** No matches: says what stands in the way, how many caregivers there are without it, and shows the nearest. */
export function NoCaregivers({ filters, change, nearest, near, named }: NoCaregiversProps) {
  const hasFilters = listChips(filters, near).length > 0
  const searches = nearest?.searches.slice(0, suggestionsMost) ?? []
  const describe = (looser: LooserSearch) => describeLooser(looser, filters)
  const [closest] = searches.filter(() => nearest && nearest.results.length > 0)
  const place = named ?? (filters.withinKm === null ? null : near)
  const isNobodyNear = place !== null && !closest
  return (
    <>
      <EmptyState
        title={isNobodyNear ? nameMissing(filters, place, named !== null) : 'No caregivers found'}
        scene={<LostPath />}
        hint={toHint(hasFilters, searches.length > 0)}
        action={
          hasFilters && (
            <div className="flex flex-col items-center gap-3">
              <ul className="flex flex-col items-center gap-2">
                {searches.map((looser) => (
                  <li key={describe(looser)} className="animate-appear">
                    <Button
                      variant="secondary"
                      onPress={() => change(leaveOut(filters, looser))}
                      className="whitespace-normal!"
                    >
                      {describe(looser)}:{' '}
                      {formatResultCount({ count: looser.count, isExact: looser.count_is_exact })}
                    </Button>
                  </li>
                ))}
              </ul>
              <LazySaveSearch filters={filters}>
                {filters.availableOn || isNobodyNear ? 'Tell me when somebody is free' : 'Save this search'}
              </LazySaveSearch>
              <Button variant="quiet" onPress={() => change({ ...noFilters, ordering: filters.ordering })}>
                Clear all filters
              </Button>
            </div>
          )
        }
      />
      {nearest && closest && (
        <section aria-labelledby="nearest" className="flex flex-col gap-4">
          <div>
            <h2 id="nearest" className="font-display text-21">
              Nearest matches
            </h2>
            <p className="text-ink-soft">{describe(closest)}.</p>
          </div>
          <CaregiverCards caregivers={nearest.results} areNearest from={named ?? near} />
        </section>
      )}
    </>
  )
}

/**
 * Who isn't there: `No match for “night nanny brooklyn” yet`, `No match for Newborn care near Brooklyn yet`.
 * @param isInText whether the text of the search names the place
 */
function nameMissing({ q, skills }: Filters, { name }: Place, isInText: boolean): string {
  if (isInText) return `No match for “${q}” yet`
  const wanted = q ? `“${q}”` : formatList(skills)
  return `No match${wanted && ` for ${wanted}`} near ${name} yet`
}

function toHint(hasFilters: boolean, isFoundOtherwise: boolean): string {
  if (!hasFilters) return 'No caregivers are listed yet. Please check back soon.'
  return isFoundOtherwise
    ? 'No one matches all that you asked for. This is what stands in the way:'
    : 'Try removing a filter to see more caregivers.'
}
