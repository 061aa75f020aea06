/** Formats money, dates, times and zones: English, US dollars, a 12-hour clock. */

import { formatTime, formatZone } from '@tendwell/contract/format'
import { toLocalDate, toLocalDateTime } from '@tendwell/contract/time'
import { Temporal } from 'temporal-polyfill'
import { now } from './clock.ts'
import { formatCount } from './format-count.ts'
import { toEpochMs } from './instants.ts'

export {
  formatClockTime,
  formatHours,
  formatInterval,
  formatTime,
  formatZone,
} from '@tendwell/contract/format'

const locale = 'en-US'
const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' })
const relativeTime = new Intl.RelativeTimeFormat(locale)
const listFormat = new Intl.ListFormat(locale)

/** `$1,240.50`. Also takes strings, because the wallet's balance may be one. */
export function formatMoney(usd: number | string | null | undefined): string {
  const value = Number(usd ?? 0)
  return money.format(Number.isFinite(value) ? value : 0)
}

/** `A`, `A and B`, `A, B, and C`. */
export function formatList(items: readonly string[]): string {
  return listFormat.format(items)
}

/** `3 windows`, `1 window`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

/** The zone of this browser, in which screens show times. */
export function getBrowserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
}

const dayStyles = {
  short: { dateStyle: 'medium' },
  long: { dateStyle: 'full' },
  weekday: { weekday: 'short', month: 'short', day: 'numeric' },
} as const

/**
 * A calendar day, `YYYY-MM-DD`, which has no zone. `short`: Dec 1, 2026; `long`: Tuesday, December 1, 2026;
 * `weekday`: Tue, Dec 1, with the year if it is another one.
 */
export function formatDay(day: string, style: 'short' | 'long' | 'weekday' = 'short'): string {
  const date = Temporal.PlainDate.from(day)
  const needsYear = style === 'weekday' && date.year !== getToday().year
  return date.toLocaleString(locale, { ...dayStyles[style], ...(needsYear && { year: 'numeric' }) })
}

/** `2026-12` as `December`, or as `December 2026`. */
export function formatMonth(month: string, { withYear = false } = {}): string {
  const name: Intl.DateTimeFormatOptions = { month: 'long', ...(withYear && { year: 'numeric' }) }
  return Temporal.PlainDate.from(`${month}-01`).toLocaleString(locale, name)
}

/** 1 as `Monday`. */
export function formatWeekday(weekday: number): string {
  const monday = Temporal.PlainDate.from('2024-01-01')
  return monday.add({ days: weekday - 1 }).toLocaleString(locale, { weekday: 'long' })
}

/** `9:00 AM – 12:00 PM`, and the zone when it is not the viewer's. */
export function formatWindow(start: string, end: string, zone?: string): string {
  const note = zone ? formatZoneNote(zone) : ''
  return `${formatTime(start)} – ${formatTime(end)}${note && ` ${note}`}`
}

/** Empty for the viewer's own zone, else `(New York time)`. */
export function formatZoneNote(zone: string): string {
  return isSameZone(zone, getBrowserZone()) ? '' : `(${formatZone(zone)})`
}

/**
 * A time (epoch ms) of someone in another zone: `5:00 PM in Riyadh`; empty if it is the same as the viewer's.
 */
export function formatTheirTime(epochMs: number, zone: string): string {
  const { date, time } = toLocalDateTime(epochMs, zone)
  const own = toLocalDateTime(epochMs, getBrowserZone())
  if (own.date === date && own.time === time) return ''
  return `${formatTime(time)} ${zone.includes('/') ? `in ${formatZone(zone).replace(/ time$/, '')}` : zone}`
}

/** An instant in the viewer's zone: `Dec 1, 2026`. */
export function formatDate(instant: string): string {
  return inViewerZone(instant, { dateStyle: 'medium' })
}

/** An instant in the viewer's zone: `Dec 1, 2026, 9:00 AM`. */
export function formatInstant(instant: string): string {
  return inViewerZone(instant, { dateStyle: 'medium', timeStyle: 'short' })
}

/** An instant in the viewer's zone: `9:00 AM`. */
export function formatClock(instant: string): string {
  return inViewerZone(instant, { timeStyle: 'short' })
}

/**
 * The viewer's day of an instant: `Today`, `Yesterday`, `Tomorrow`, `Tuesday, December 1`, of another year
 * `Dec 1, 2025`.
 */
export function formatRelativeDay(instant: string, nowMs = now()): string {
  const day = Temporal.PlainDate.from(toLocalDate(toEpochMs(instant), getBrowserZone()))
  const today = getToday(nowMs)
  if (day.equals(today)) return 'Today'
  if (day.equals(today.subtract({ days: 1 }))) return 'Yesterday'
  if (day.equals(today.add({ days: 1 }))) return 'Tomorrow'
  if (day.year !== today.year) return formatDay(day.toString())
  return day.toLocaleString(locale, { weekday: 'long', month: 'long', day: 'numeric' })
}

/** just now, 1 minute ago, 3 hours ago, 2 days ago. */
export function formatAgo(instant: string, nowMs = now()): string {
  const { count, unit } = getAge(instant, nowMs)
  return count < 1 ? 'just now' : relativeTime.format(-count, unit)
}

/** The same where there is little room: now, 5m, 3h, 2d, and after a week the day. */
export function formatAgoShort(instant: string, nowMs = now()): string {
  const { count, unit } = getAge(instant, nowMs)
  if (count < 1) return 'now'
  if (unit === 'day' && count >= 7) return inViewerZone(instant, { month: 'short', day: 'numeric' })
  return count.toLocaleString(locale, { style: 'unit', unit, unitDisplay: 'narrow' })
}

/** How long ago an instant was, in the largest whole unit. */
function getAge(instant: string, nowMs: number): { count: number; unit: 'minute' | 'hour' | 'day' } {
  const age = Temporal.Duration.from({ milliseconds: nowMs - toEpochMs(instant) })
  const { days, hours, minutes } = age.round({
    largestUnit: 'day',
    smallestUnit: 'minute',
    roundingMode: 'floor',
  })
  if (days >= 1) return { count: days, unit: 'day' }
  return hours >= 1 ? { count: hours, unit: 'hour' } : { count: minutes, unit: 'minute' }
}

/** `820 KB`, `1.4 MB`. A megabyte is 1,024 × 1,024 bytes, as in the limits on uploads. */
export function formatFileSize(bytes: number): string {
  const megabytes = bytes / (1024 * 1024)
  return megabytes >= 1 ? `${megabytes.toFixed(1)} MB` : `${Math.max(1, Math.round(bytes / 1024))} KB`
}

/** The viewer's date. */
function getToday(nowMs = now()): Temporal.PlainDate {
  return Temporal.PlainDate.from(toLocalDate(nowMs, getBrowserZone()))
}

function inViewerZone(instant: string, options: Intl.DateTimeFormatOptions): string {
  return Temporal.Instant.from(instant).toLocaleString(locale, options)
}

function isSameZone(one: string, other: string): boolean {
  return one === other || toCanonicalZone(one) === toCanonicalZone(other)
}

function toCanonicalZone(zone: string): string {
  try {
    return new Intl.DateTimeFormat(locale, { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return zone
  }
}
