import { WINDOWS_PER_REQUEST_MAXIMUM } from '@tendwell/contract/bookings/bookings'
import { REPEAT_WEEKS_MINIMUM } from '@tendwell/contract/bookings/repeat'
import type { Ref } from 'react'
import { plural } from '../../../lib/format/format.ts'
import type { Selection } from '../../../shared/visits/selection.ts'
import { Select } from '../../../ui/select.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { canRepeat, type WeeksLimit } from './repeat.ts'
import { RepeatedTimes } from './repeat-times.tsx'
import type { Repeat } from './use-repeat.ts'

export interface RepeatWeeklyProps {
  ref?: Ref<HTMLElement>
  repeat: Repeat
  /** How many times a week. */
  perWeek: number
  zone: string
  /** Chosen alternatives that another family took. */
  taken: Selection
}

/** Repeats the selected hours, and lists what that comes to. */
export function RepeatWeekly({ ref, repeat, perWeek, ...list }: RepeatWeeklyProps) {
  const { limit, weeks, turn, setWeeks } = repeat
  const isPossible = canRepeat(limit)
  const why = describeLimit(limit, perWeek)
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-labelledby="repeat-title"
      className="scroll-mt-4 border-t border-line pt-4 outline-none"
    >
      <div className="flex items-center justify-between gap-3">
        <div>
          <h3 id="repeat-title" className="font-sans font-semibold tracking-normal">
            <label htmlFor="repeat-switch">Repeat weekly</label>
          </h3>
          {weeks === null && isPossible && (
            <label htmlFor="repeat-switch" className="block text-13 text-ink-soft">
              Same times, one request
            </label>
          )}
        </div>
        <Switch
          id="repeat-switch"
          aria-label="Repeat weekly"
          words={{ on: 'On', off: 'Off' }}
          value={weeks !== null}
          onChange={turn}
          isDisabled={!isPossible}
        />
      </div>
      {!isPossible && <p className="mt-1 text-13 text-ink-soft">{why}</p>}
      {weeks !== null && (
        <div className="mt-3 flex flex-col gap-4">
          <Select
            label="How long"
            hint={why}
            options={listWeeks(limit.most)}
            value={String(weeks)}
            onChange={(value) => setWeeks(Number(value))}
          />
          <RepeatedTimes repeat={repeat} {...list} />
        </div>
      )}
    </section>
  )
}

function listWeeks(most: number) {
  return Array.from({ length: most - REPEAT_WEEKS_MINIMUM + 1 }, (_, index) => {
    const weeks = REPEAT_WEEKS_MINIMUM + index
    return { id: String(weeks), label: plural(weeks, 'week') }
  })
}

/** Why there are no more weeks to choose from. */
function describeLimit({ most, reason }: WeeksLimit, perWeek: number): string {
  const canSome = most >= REPEAT_WEEKS_MINIMUM
  if (reason === 'span') return 'To repeat weekly, select times within one week.'
  if (reason === 'year') {
    return canSome
      ? `Up to ${most} weeks, because bookings can be at most a year ahead.`
      : 'These times can’t repeat, because bookings can be at most a year ahead.'
  }
  if (reason === 'windows') {
    return canSome
      ? `Up to ${most} weeks at ${plural(perWeek, 'time')} a week, because a request can have at most ${WINDOWS_PER_REQUEST_MAXIMUM} times.`
      : `A request can have at most ${WINDOWS_PER_REQUEST_MAXIMUM} times. To repeat weekly, select up to ${Math.floor(WINDOWS_PER_REQUEST_MAXIMUM / REPEAT_WEEKS_MINIMUM)}.`
  }
  return ''
}
