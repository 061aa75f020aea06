import { type Interval, MINUTE_MS, toLocalDate, toMinutes } from '@tendwell/contract/time'
import { Undo2, X } from 'lucide-react'
import { formatDay, formatHours, formatInterval, formatWindow } from '../../../lib/format/format.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { Choice, PlannedTime } from './repeat.ts'

interface RepeatRowProps {
  planned: PlannedTime
  zone: string
  choose: (choice: Choice | null) => void
}

/** One time in the list of all: as it is requested, or left out. */
export function RepeatRow({ planned, zone, choose }: RepeatRowProps) {
  const { occurrence, time } = planned
  const day = formatDay(time ? toLocalDate(time.startMs, zone) : occurrence.date, 'weekday')
  const hours = time ? formatInterval(time, zone) : formatWindow(occurrence.start, occurrence.end)
  const note = describe(planned)
  const look = time ? '' : 'text-ink-soft line-through decoration-1'
  return (
    <li className="flex items-center gap-3 py-2">
      <div className="min-w-0 flex-1">
        <p className={`font-semibold ${look}`}>{day}</p>
        <p className={`tabular ${look}`}>{hours}</p>
        {note && <p className="text-13 text-ink-soft">{note}</p>}
      </div>
      {time && (
        <IconButton
          label={`Leave out ${day}, ${hours}`}
          icon={<X className="size-4.5" />}
          onPress={() => choose('out')}
          className="-mr-2"
        />
      )}
      {!time && occurrence.is_free && (
        <IconButton
          label={`Put back ${day}, ${hours}`}
          icon={<Undo2 className="size-4.5" />}
          onPress={() => choose(null)}
          className="-mr-2"
        />
      )}
    </li>
  )
}

function describe({ occurrence, time, choice }: PlannedTime): string {
  if (!time) return 'Left out'
  if (choice !== null) return `Instead of ${formatDay(occurrence.date, 'weekday')}`
  const minutes = countMinutes(time)
  // A day later if the end is not after the start.
  const shown = toMinutes(occurrence.end) - toMinutes(occurrence.start)
  return minutes === (shown > 0 ? shown : shown + 1_440)
    ? ''
    : `${formatHours(minutes / 60)}, because clocks change`
}

function countMinutes({ startMs, endMs }: Interval): number {
  return (endMs - startMs) / MINUTE_MS
}
