import { getOverlap } from '@tendwell/contract/availability/windows'
import type { OutsideBusyTime } from '@tendwell/contract/calendars/outside-calendars'
import { type Interval, toLocalDateTime, type Zone } from '@tendwell/contract/time'
import { formatList, formatWindow } from '../../../lib/format/format.ts'
import { toInterval } from '../../../lib/format/instants.ts'

/** What an outside calendar closes of a date's hours. */
export interface BusyHours {
  calendarId: number
  name: string
  /** In wall time. */
  stretches: { start: string; end: string }[]
}

/** The busy times within a date's hours, by calendar. */
export function listBusyHours(
  hours: readonly Interval[],
  { zone, outsideBusy }: { zone: Zone; outsideBusy: readonly OutsideBusyTime[] },
): BusyHours[] {
  const byCalendar = new Map<number, BusyHours>()
  for (const { calendar_id: calendarId, name, ...times } of outsideBusy) {
    const closed = hours.flatMap((open) => getOverlap(toInterval(times), open))
    if (closed.length === 0) continue
    const known = byCalendar.get(calendarId) ?? { calendarId, name, stretches: [] }
    byCalendar.set(calendarId, known)
    for (const { startMs, endMs } of closed) {
      const { time: start } = toLocalDateTime(startMs, zone)
      known.stretches.push({ start, end: toLocalDateTime(endMs, zone).time })
    }
  }
  return [...byCalendar.values()]
}

/** `Busy in Family calendar: 10:00 AM – 11:00 AM`. */
export function describeBusy({ name, stretches }: BusyHours): string {
  return `Busy in ${name}: ${formatList(stretches.map(({ start, end }) => formatWindow(start, end)))}`
}
