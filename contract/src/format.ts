/** Formats hours, days, intervals and zones for screens and emails: English, a 12-hour clock. */

import { Temporal } from 'temporal-polyfill'
import {
  findInstants,
  getOffsetMs,
  type Interval,
  type LocalDate,
  MINUTE_MS,
  toDayNumber,
  toLocalDate,
  toLocalDateTime,
  type Zone,
} from './time.ts'

const locale = 'en-US'
const hoursFormat = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })

/** `1 hour`, `7.5 hours`. */
export function formatHours(hours: number): string {
  return `${hoursFormat.format(hours)} ${hours === 1 ? 'hour' : 'hours'}`
}

/** `09:00` or `09:00:00` as `9:00 AM`. */
export function formatTime(time: string): string {
  return Temporal.PlainTime.from(time).toLocaleString(locale, { timeStyle: 'short' })
}

/** `09:00` as `9 AM`, `09:30` as `9:30 AM`, where there is little room. */
export const formatClock = (time: string): string => formatTime(time).replace(':00', '')

/** A day with its weekday and year: `Tue, Dec 1, 2026`. */
export function formatFullDay(day: LocalDate): string {
  const style = { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' } as const
  return Temporal.PlainDate.from(day).toLocaleString(locale, style)
}

/** A day that is near, without its year: `Dec 1`. */
export function formatShortDay(day: LocalDate): string {
  return Temporal.PlainDate.from(day).toLocaleString(locale, { month: 'short', day: 'numeric' })
}

/** A day that is near, with its weekday: `Tue, Dec 1`. */
export function formatWeekdayAndDay(day: LocalDate): string {
  const style = { weekday: 'short', month: 'short', day: 'numeric' } as const
  return Temporal.PlainDate.from(day).toLocaleString(locale, style)
}

/**
 * An interval in a zone's time: `9:00 AM – 12:00 PM`, with a note if it ends on another day. Times that occur
 * twice on the night when clocks go back include the zone's abbreviation: `1:30 AM EST`.
 */
export function formatInterval({ startMs, endMs }: Interval, zone: Zone): string {
  // An end at midnight is still on the day that it ends.
  const daysLater =
    toDayNumber(toLocalDate(endMs - MINUTE_MS, zone)) - toDayNumber(toLocalDate(startMs, zone))
  const note = ['', ', next day'][daysLater] ?? `, ${daysLater} days later`
  return `${formatClockTime(startMs, zone)} – ${formatClockTime(endMs, zone)}${note}`
}

/** `9:00 AM`, with the zone's abbreviation if the time occurs twice that night. */
export function formatClockTime(epochMs: number, zone: Zone): string {
  const time = formatTime(toLocalDateTime(epochMs, zone).time)
  const isTwice = findInstants(epochMs + getOffsetMs(epochMs, zone), zone).length > 1
  return isTwice ? `${time} ${getZoneAbbreviation(epochMs, zone)}` : time
}

/** An instant (epoch ms) with its zone: `Dec 1, 2026, 9:00 AM, New York time`. */
export function formatInstant(epochMs: number, zone: Zone): string {
  const { date, time } = toLocalDateTime(epochMs, zone)
  const day = Temporal.PlainDate.from(date).toLocaleString(locale, { dateStyle: 'medium' })
  return `${day}, ${formatTime(time)}, ${formatZone(zone)}`
}

/** An instant (epoch ms) until which somebody can act: `Tuesday, December 1, 2026 at 9:00 AM, New York time`. */
export function formatDeadline(epochMs: number, zone: Zone): string {
  const style = { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' } as const
  const day = Temporal.PlainDate.from(toLocalDate(epochMs, zone)).toLocaleString(locale, style)
  return `${day} at ${formatClockTime(epochMs, zone)}, ${formatZone(zone)}`
}

/** `America/New_York` as `New York time`; `UTC` stays. */
export function formatZone(zone: Zone): string {
  if (!zone.includes('/')) return zone
  return `${zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')} time`
}

/** The zone's abbreviation at an instant (epoch ms): `EST` in winter, `EDT` in summer, or `GMT+1`. */
function getZoneAbbreviation(epochMs: number, zone: Zone): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'short' }).formatToParts(
    epochMs,
  )
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}
