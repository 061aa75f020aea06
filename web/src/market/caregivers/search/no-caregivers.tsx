import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LostPath } from '../../../ui/scenes/lost-path.tsx'
import {
  type Change,
  type Chip,
  type Filters,
  listChips,
  noFilters,
  toSearchQuery,
} from '../filters/filters.ts'
import { formatResultCount } from './results.tsx'
import { useSearchCaregiversQuery } from './search-api.ts'

/** Each one makes a small call. */
const suggestionsMost = 8

interface NoCaregiversProps {
  filters: Filters
  change: Change
}

/** No matches: shows how many caregivers there are without each filter. */
export function NoCaregivers({ filters, change }: NoCaregiversProps) {
  const chips = listChips(filters)
  return (
    <EmptyState
      title="No caregivers found"
      scene={<LostPath />}
      hint={
        chips.length === 0
          ? 'No caregivers are listed yet. Please check back soon.'
          : 'Try removing a filter to see more caregivers.'
      }
      action={
        chips.length > 0 && (
          <div className="flex flex-col items-center gap-3">
            <ul className="flex flex-col items-center gap-2">
              {chips.slice(0, suggestionsMost).map((chip) => (
                <Suggestion key={chip.id} chip={chip} change={change} />
              ))}
            </ul>
            <Button variant="quiet" onPress={() => change({ ...noFilters, ordering: filters.ordering })}>
              Clear all filters
            </Button>
          </div>
        )
      }
    />
  )
}

/** Offers to remove one filter, with the count that leaves; hidden if that finds no one either. */
function Suggestion({ chip, change }: { chip: Chip; change: Change }) {
  const { data } = useSearchCaregiversQuery(toSearchQuery(chip.without, 1, { pageSize: 1 }))
  if (!data || data.count === 0) return null
  return (
    <li className="animate-appear">
      <Button variant="secondary" onPress={() => change(chip.without)} className="whitespace-normal!">
        Without {chip.label}: {formatResultCount(data)}
      </Button>
    </li>
  )
}
