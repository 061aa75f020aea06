import { coverBySlots } from '@tendwell/contract/availability/slot-cover'
import { type Interval, toLocalDate } from '@tendwell/contract/time'
import { Plus } from 'lucide-react'
import { formatDay, formatInterval } from '../../../lib/format/format.ts'
import { addSlots, isChosen, type Selection } from '../../../shared/visits/selection.ts'
import { Button } from '../../../ui/button.tsx'

interface AlternativesProps {
  /** Free times that don't overlap, in order of time. */
  alternatives: readonly Interval[]
  zone: string
  selection: Selection
  select: (selection: Selection) => void
}

/** Free hours near those that another family took. */
export function Alternatives({ alternatives, zone, selection, select }: AlternativesProps) {
  const open = alternatives.filter((slot) => !isChosen(selection, slot) && !coverBySlots(slot, selection))
  if (open.length === 0) return null
  return (
    <section aria-label="Other available times" className="animate-appear rounded-control bg-gold-soft p-4">
      <h3 className="font-sans font-semibold tracking-normal text-gold-ink">
        These times are still available
      </h3>
      <ul className="mt-3 flex flex-col gap-2">
        {open.map((slot) => (
          <li key={slot.startMs}>
            <Button
              variant="secondary"
              block
              onPress={() => select(addSlots(selection, [slot]))}
              icon={<Plus className="size-4 shrink-0" />}
              className="justify-start! py-2 text-left whitespace-normal!"
            >
              <span className="tabular">
                {formatDay(toLocalDate(slot.startMs, zone), 'weekday')}, {formatInterval(slot, zone)}
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
