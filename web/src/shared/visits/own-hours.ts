import type { OwnHours } from '@tendwell/contract/availability/availability'
import { formatHours } from '../../lib/format/format.ts'
import type { DayLook } from '../../ui/calendar-day.tsx'

/**
 * How a calendar of free hours shows what begins on a day: `4 hours, 1 night`.
 * @param chosenMinutes of the visits that are chosen and begin on the day
 * @see docs/rules/availability.md#nights
 */
export function toFreeLook({ minutes, has_night: hasNight }: OwnHours, chosenMinutes = 0): DayLook {
  const hours = minutes > 0 && formatHours(minutes / 60)
  const parts = [hours, hasNight && '1 night'].filter(Boolean).join(', ')
  return {
    kind: hours === false ? 'night' : 'free',
    ...(hours && { brief: hours.replace(/ hours?$/, ' h') }),
    ...(chosenMinutes > 0
      ? { word: `${formatHours(chosenMinutes / 60)} chosen` }
      : { word: parts, spoken: `${parts} free` }),
    hasNight,
  }
}
