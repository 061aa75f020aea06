import { getWindowsOn } from '@tendwell/contract/availability/slots'
import { toOpeningInterval } from '@tendwell/contract/availability/windows'
import { addDays, type LocalDate } from '@tendwell/contract/time'
import { type Schedule, toCalendar } from '../hours.ts'
import { type TimeOffPeriod, toPeriodInterval } from './time-off-period.ts'

/**
 * The dates of nights of which time off closes something, although they begin before its first day or, where it has
 * hours, on its last day: the night that began the day before, and the one that will begin.
 * @param schedule the weekly hours, and the overrides of these dates
 */
export function listTouchedNights(
  period: TimeOffPeriod,
  schedule: Pick<Schedule, 'zone' | 'overrides' | 'rules'>,
): LocalDate[] {
  const { startMs, endMs } = toPeriodInterval(period, schedule.zone)
  const before = addDays(period.first, -1)
  const dates = period.isWholeDays ? [before] : [before, period.last]
  return dates.filter((date) =>
    getWindowsOn(date, toCalendar(schedule)).some((window) => {
      const opening = toOpeningInterval(date, window, schedule.zone)
      return window.endsNextDay && opening.startMs < endMs && startMs < opening.endMs
    }),
  )
}
