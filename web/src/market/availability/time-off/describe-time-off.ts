import { formatList, formatWindow } from '../../../lib/format/format.ts'
import type { TimeOffHours } from '../hours.ts'

const dayFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** `Closed by your time off Dec 24 – 25 (the night ends on Dec 24)`; null if no night is closed from a later day. */
export function describeClosedNight({ closes, later }: TimeOffHours): string | null {
  if (closes === 'day' || !later) return null
  const days = dayFormat.formatRange(Date.parse(later.first), Date.parse(later.last))
  const nightEnd = dayFormat.format(Date.parse(later.nightEnd))
  return closes === 'hours'
    ? `Closed by your time off ${days} (the night ends on ${nightEnd})`
    : `The night is closed by your time off ${days} (it ends on ${nightEnd})`
}

/** How time off affects a day, in sentences. */
export function describeTimeOff(timeOff: TimeOffHours): string {
  const night = describeClosedNight(timeOff)
  if (night) return `${night}.`
  if (timeOff.closes === 'day') return 'Day off. Families can’t book this day.'
  if (timeOff.closes === 'hours') return 'You have time off. Families can’t book this day.'
  const hours = timeOff.stretches.map(({ start, end }) => formatWindow(start, end))
  return `Time off: ${formatList(hours)}. Families can’t book these times.`
}

/** `Day off`, `Time off`, or `Partial time off`. */
export function nameTimeOff({ closes }: TimeOffHours): string {
  return { day: 'Day off', hours: 'Time off', part: 'Partial time off' }[closes]
}
