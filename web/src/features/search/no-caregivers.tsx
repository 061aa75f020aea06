import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LostPath } from '../../ui/scenes/lost-path.tsx'
import { useSearchCaregiversQuery } from './api.ts'
import type { Change } from './filter-form.tsx'
import { type Chip, callOf, chipsOf, type Filters, noFilters } from './filters.ts'
import { foundWords } from './results.tsx'

/** Each costs a small call. */
const suggestionsMost = 8

interface NoCaregiversProps {
  filters: Filters
  change: Change
}

/** Nobody fits: says which filter, taken off, would find someone. */
export function NoCaregivers({ filters, change }: NoCaregiversProps) {
  const chips = chipsOf(filters)
  return (
    <EmptyState
      title="No caregivers found"
      scene={<LostPath />}
      hint={
        chips.length === 0
          ? 'Nobody is listed yet. New caregivers are verified every week.'
          : 'Take off a filter to widen the search.'
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

/** One filter, and how many there would be without it; nothing when that doesn't help either. */
function Suggestion({ chip, change }: { chip: Chip; change: Change }) {
  const { data } = useSearchCaregiversQuery(callOf(chip.without, 1, 1))
  if (!data || data.count === 0) return null
  return (
    <li className="animate-appear">
      <Button variant="secondary" onPress={() => change(chip.without)} className="whitespace-normal!">
        Without {chip.label}: {foundWords(data)}
      </Button>
    </li>
  )
}
