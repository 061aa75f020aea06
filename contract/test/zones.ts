import { Temporal } from 'temporal-polyfill'
import { isZone, type LocalDate, type Zone } from '../src/time.ts'

/** Every zone that this engine knows. */
export const ALL_ZONES: readonly Zone[] = Intl.supportedValuesOf('timeZone').filter(isZone)

/**
 * The dates of a zone's clock changes in the year after an instant, or two dates half a year apart for a zone
 * without clock changes.
 */
export function listClockChangeDates(zone: Zone, after: Temporal.Instant): LocalDate[] {
  const start = after.toZonedDateTimeISO(zone)
  const end = start.add({ days: 364 })
  const dates: LocalDate[] = []
  for (let next = start.getTimeZoneTransition('next'); next; next = next.getTimeZoneTransition('next')) {
    if (Temporal.ZonedDateTime.compare(next, end) > 0) break
    // The last moment before a change and the first one after it can be on different dates.
    dates.push(next.subtract({ minutes: 1 }).toPlainDate().toString(), next.toPlainDate().toString())
  }
  if (dates.length === 0) {
    for (const days of [30, 210]) dates.push(start.add({ days }).toPlainDate().toString())
  }
  return [...new Set(dates)]
}
