import type { Occurrence } from '@tendwell/contract/bookings/repeat'
import { type Interval, toLocalDate } from '@tendwell/contract/time'
import { formatDay, formatInterval, formatWindow } from '../../../lib/format/format.ts'
import { isChosen, type Selection } from '../../../shared/visits/selection.ts'
import { Select } from '../../../ui/select.tsx'
import type { Choice, PlannedTime } from './repeat.ts'

interface RepeatConflictProps {
  planned: PlannedTime
  zone: string
  /** Chosen alternatives that another family took. */
  taken: Selection
  choose: (choice: Choice | null) => void
}

/** An occurrence that isn't free, to be left out or changed. */
export function RepeatConflict({ planned, zone, taken, choose }: RepeatConflictProps) {
  const { occurrence, alternatives } = planned
  const chosen = planned.choice === 'out' ? null : planned.choice
  const isTaken = chosen !== null && isChosen(taken, chosen)
  const offered = chosen && !isChosen(alternatives, chosen) ? [chosen, ...alternatives] : alternatives
  const day = formatDay(occurrence.date, 'weekday')
  const hours = formatWindow(occurrence.start, occurrence.end)
  return (
    <li>
      <p className="font-semibold">{day}</p>
      <p className="tabular">
        <s className="text-ink-soft">{hours}</s>
      </p>
      <p className="mb-2 text-13">{describeProblem(occurrence)}</p>
      {offered.length > 0 ? (
        <Select
          label={`Instead of ${day}, ${hours}`}
          isLabelHidden
          {...(isTaken && { error: 'Another family just booked this. Please choose again.' })}
          options={[
            ...(occurrence.is_free ? [{ id: 'keep', label: `Back to ${hours}` }] : []),
            { id: 'out', label: 'Leave this week out' },
            ...offered.map((time) => toOption(time, occurrence.date, zone)),
          ]}
          value={chosen ? String(chosen.startMs) : 'out'}
          onChange={(id) =>
            choose(
              id === 'keep'
                ? null
                : (offered.find(({ startMs }) => String(startMs) === id) ??
                    (occurrence.is_free ? 'out' : null)),
            )
          }
        />
      ) : (
        <p className="text-13 text-ink-soft">
          Left out. There’s no other time of this length within three days.
        </p>
      )}
    </li>
  )
}

function toOption(time: Interval, date: string, zone: string) {
  const day = toLocalDate(time.startMs, zone)
  const hours = formatInterval(time, zone)
  const id = String(time.startMs)
  return day === date
    ? { id, label: `Same day, ${hours}` }
    : { id, label: `${formatDay(day, 'weekday')}, ${hours}` }
}

function describeProblem({ problem, start_utc }: Occurrence): string {
  if (problem === 'booked') return 'Already booked'
  if (problem === 'closed') return 'The caregiver isn’t available then'
  if (problem === 'started') return 'Has already started'
  if (problem === 'notice') return 'Too soon: the caregiver needs more notice'
  if (problem === 'too_far') return 'More than a year ahead'
  if (problem === 'clock_change') {
    return start_utc === null
      ? 'Clocks go forward that day and skip this time'
      : 'Clocks change that day, so this time doesn’t fit'
  }
  return 'Available again'
}
