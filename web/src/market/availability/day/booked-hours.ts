import type { WindowBody } from '@tendwell/contract/availability/availability'
import { toEndMinutes } from '@tendwell/contract/availability/windows'
import { MINUTES_PER_DAY, toMinutes } from '@tendwell/contract/time'

type Hours = Pick<WindowBody, 'start_local' | 'end_local' | 'ends_next_day'>

/**
 * Trims a day's windows around its booked hours: those that no window covers become windows of their own.
 * @see docs/rules/availability.md#booked-windows
 */
export function keepBookedHours(windows: readonly WindowBody[], booked: readonly WindowBody[]): WindowBody[] {
  return booked.reduce<WindowBody[]>(
    (kept, hours) => {
      if (kept.some((window) => covers(window, hours))) return kept
      return [...kept.flatMap((window) => cutOut(window, hours)), hours]
    },
    [...windows],
  )
}

function covers(window: Hours, hours: Hours): boolean {
  return startOf(window) <= startOf(hours) && endOf(hours) <= endOf(window)
}

/** What is left of a window before and after these hours. */
function cutOut(window: WindowBody, hours: WindowBody): WindowBody[] {
  if (!overlaps(window, hours)) return [window]
  const parts: WindowBody[] = []
  if (startOf(window) < startOf(hours)) {
    parts.push({ ...window, end_local: hours.start_local, ends_next_day: false })
  }
  // What is left after midnight would begin on the next day, so it goes.
  if (endOf(hours) < endOf(window) && endOf(hours) < MINUTES_PER_DAY) {
    parts.push({ ...window, start_local: hours.end_local })
  }
  return parts
}

/** Whether two windows of a day share time. */
export function overlaps(one: Hours, other: Hours): boolean {
  return startOf(one) < endOf(other) && startOf(other) < endOf(one)
}

function startOf({ start_local: start }: Hours): number {
  return toMinutes(start)
}

function endOf({ end_local: end, ends_next_day: endsNextDay = false }: Hours): number {
  return toEndMinutes({ end, endsNextDay })
}
