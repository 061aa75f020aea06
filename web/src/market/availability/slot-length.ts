import { SLOT_MINUTES_MINIMUM, toEndMinutes } from '@tendwell/contract/availability/windows'
import { MINUTES_PER_DAY, toMinutes } from '@tendwell/contract/time'
import { formatHours, plural } from '../../lib/format/format.ts'

/** The times of a window as a form has them. */
export interface WindowTimes {
  start: string
  end: string
  endsNextDay: boolean | undefined
}

/** `45 minutes`, `1.5 hours`. */
export function formatLength(minutes: number): string {
  return minutes >= 60 && minutes % 15 === 0 ? formatHours(minutes / 60) : plural(minutes, 'minute')
}

/** The length of the slot that is a whole window, in minutes; null if it ends before it starts or no slot can be so long. */
export function getWholeLength({ start, end, endsNextDay = false }: WindowTimes): number | null {
  const minutes = toEndMinutes({ end, endsNextDay }) - toMinutes(start)
  return minutes >= SLOT_MINUTES_MINIMUM && minutes <= MINUTES_PER_DAY ? minutes : null
}
