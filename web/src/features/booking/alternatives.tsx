import { coverBySlots } from '@tendwell/contract/slots'
import { Plus } from 'lucide-react'
import { formatDay } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { useLazyFreeDayQuery } from './api.ts'
import { intervalOf, isChosen, type Selection, withSlots } from './selection.ts'
import type { Alternative } from './use-send-request.ts'
import { hoursWords } from './words.ts'

interface AlternativesProps {
  alternatives: readonly Alternative[]
  caregiverId: number
  zone: string
  selection: Selection
  select: (selection: Selection) => void
}

/** Free hours near those that another family was quicker to take. */
export function Alternatives({ alternatives, caregiverId, zone, selection, select }: AlternativesProps) {
  const [askDay] = useLazyFreeDayQuery()
  const open = alternatives.filter((one) => !covers(selection, one))
  if (open.length === 0) return null

  const add = async (alternative: Alternative) => {
    const whole = intervalOf(alternative)
    const day = { caregiverId, date: alternative.date, timezone: zone }
    const slots = await askDay(day, true)
      .unwrap()
      .catch(() => [])
    select(withSlots(selection, coverBySlots(whole, slots.map(intervalOf)) ?? [whole]))
  }
  return (
    <section aria-label="Free hours nearby" className="animate-appear rounded-control bg-gold-soft p-4">
      <h3 className="font-sans font-semibold tracking-normal text-gold-ink">These hours are still free</h3>
      <ul className="mt-3 flex flex-col gap-2">
        {open.map((alternative) => (
          <li key={alternative.start_utc}>
            <Button
              variant="secondary"
              block
              onPress={() => add(alternative)}
              icon={<Plus className="size-4 shrink-0" aria-hidden="true" />}
              className="justify-start! py-2 text-left whitespace-normal!"
            >
              <span className="tabular">
                {formatDay(alternative.date, 'weekday')}, {hoursWords(alternative)}
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function covers(selection: Selection, alternative: Alternative): boolean {
  const { startMs, endMs } = intervalOf(alternative)
  if (isChosen(selection, { startMs, endMs })) return true
  return coverBySlots({ startMs, endMs }, selection) !== null
}
