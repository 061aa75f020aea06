/** Money, dates, times and zones as the product shows them. English, US dollars, a 12-hour clock. */

import { DISPUTE_LABEL_PREFIX } from '@tendwell/contract/reference'
import {
  findInstants,
  getOffsetMs,
  type Interval,
  MINUTE_MS,
  toDayNumber,
  toLocalDate,
  toLocalDateTime,
} from '@tendwell/contract/time'
import { now } from './clock.ts'

const locale = 'en-US'
const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' })
const hoursFormat = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })

/** `$1,240.50`. Strings are taken too: the wallet's balance may come as one. */
export function formatMoney(usd: number | string | null | undefined): string {
  const value = Number(usd ?? 0)
  return money.format(Number.isFinite(value) ? value : 0)
}

/** `DPT-12`. */
export function disputeLabel(id: number | string): string {
  return `${DISPUTE_LABEL_PREFIX}${id}`
}

/** `1 hour`, `7.5 hours`. */
export function formatHours(hours: number): string {
  return `${hoursFormat.format(hours)} ${hours === 1 ? 'hour' : 'hours'}`
}

/** `3 windows`, `1 window`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString(locale)} ${count === 1 ? one : many}`
}

/** The zone of this browser, in which screens show times. */
export function getBrowserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
}

/** A calendar day, `YYYY-MM-DD`, belongs to no zone. `short`: Dec 1, 2026; `long`: Tuesday, December 1, 2026;
 *  `weekday`: Tue, Dec 1, with the year where it is not this one. */
export function formatDay(day: string, style: 'short' | 'long' | 'weekday' = 'short'): string {
  const date = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(date.getTime())) return day
  const isThisYear = date.getUTCFullYear() === new Date(now()).getFullYear()
  const options: Record<typeof style, Intl.DateTimeFormatOptions> = {
    short: { year: 'numeric', month: 'short', day: 'numeric' },
    long: { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' },
    weekday: { weekday: 'short', month: 'short', day: 'numeric', ...(isThisYear ? {} : { year: 'numeric' }) },
  }
  return date.toLocaleDateString(locale, { ...options[style], timeZone: 'UTC' })
}

/** `09:00` or `09:00:00` as `9:00 AM`. */
export function formatTime(time: string): string {
  const [hour = Number.NaN, minute = Number.NaN] = time.split(':').map(Number)
  if (Number.isNaN(hour) || Number.isNaN(minute)) return time
  return `${hour % 12 === 0 ? 12 : hour % 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`
}

/** `9:00 AM – 12:00 PM`, and the zone when it is not the viewer's. */
export function formatWindow(start: string, end: string, zone?: string): string {
  const note = zone ? zoneNote(zone) : ''
  return `${formatTime(start)} – ${formatTime(end)}${note && ` ${note}`}`
}

/**
 * Real time on the clocks of a zone: `9:00 AM – 12:00 PM`. A window past midnight says that it ends on the next day. In
 * the night in which clocks go back some times come twice: those say which one they are, `1:30 AM EST`.
 */
export function formatSpan({ startMs, endMs }: Interval, zone: string): string {
  const daysOn = toDayNumber(toLocalDate(endMs - MINUTE_MS, zone)) - toDayNumber(toLocalDate(startMs, zone))
  const note = ['', ', next day'][daysOn] ?? `, ${daysOn} days later`
  return `${clockTime(startMs, zone)} – ${clockTime(endMs, zone)}${note}`
}

function clockTime(epochMs: number, zone: string): string {
  const time = formatTime(toLocalDateTime(epochMs, zone).time)
  const isTwice = findInstants(epochMs + getOffsetMs(epochMs, zone), zone).length > 1
  return isTwice ? `${time} ${zoneShort(epochMs, zone)}` : time
}

/** Empty for the viewer's own zone, else `(New York time)`. */
export function zoneNote(zone: string): string {
  return sameZone(zone, getBrowserZone()) ? '' : `(${zoneName(zone)})`
}

/** `America/New_York` as `New York time`; `UTC` stays. */
export function zoneName(zone: string): string {
  if (!zone.includes('/')) return zone
  return `${zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')} time`
}

/** What a zone's clocks are called at a moment (epoch ms): `EST` in winter, `EDT` in summer, else `GMT+1`. */
function zoneShort(epochMs: number, zone: string): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'short' }).formatToParts(
    epochMs,
  )
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

/** 1 as January. */
export function formatMonthName(month: number): string {
  return new Date(Date.UTC(2024, month - 1, 1)).toLocaleDateString(locale, { month: 'long', timeZone: 'UTC' })
}

/** An instant in the viewer's zone: `Dec 1, 2026`. */
export function formatDate(instant: string): string {
  return inViewerZone(instant, { year: 'numeric', month: 'short', day: 'numeric' })
}

/** An instant in the viewer's zone: `Dec 1, 2026, 9:00 AM`. */
export function formatInstant(instant: string): string {
  return inViewerZone(instant, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  })
}

/** An instant in the viewer's zone: `9:00 AM`. */
export function formatClock(instant: string): string {
  return inViewerZone(instant, { hour: 'numeric', minute: '2-digit' })
}

/** The viewer's day of an instant: `Today`, `Yesterday`, `Tuesday, December 1`, of another year `Dec 1, 2025`. */
export function formatDayOf(instant: string, nowMs = now()): string {
  const day = formatDate(instant)
  const today = new Date(nowMs)
  if (day === formatDate(today.toISOString())) return 'Today'
  const noon = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1, 12)
  if (day === formatDate(noon.toISOString())) return 'Yesterday'
  const isThisYear = new Date(instant).getFullYear() === today.getFullYear()
  return isThisYear ? inViewerZone(instant, { weekday: 'long', month: 'long', day: 'numeric' }) : day
}

/** just now, 1 minute ago, 3 hours ago, 2 days ago. */
export function formatAgo(instant: string, nowMs = now()): string {
  const passedMs = nowMs - new Date(instant).getTime()
  if (Number.isNaN(passedMs)) return ''
  const minutes = Math.floor(passedMs / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${plural(minutes, 'minute')} ago`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return `${plural(hours, 'hour')} ago`
  return `${plural(Math.floor(hours / 24), 'day')} ago`
}

/** As `formatAgo`, where there is little room: now, 5 min, 3 h, 2 d, and after a week the day. */
export function formatAgoShort(instant: string, nowMs = now()): string {
  const minutes = Math.floor((nowMs - new Date(instant).getTime()) / 60_000)
  if (Number.isNaN(minutes)) return ''
  if (minutes < 1) return 'now'
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return `${hours} h`
  const days = Math.floor(hours / 24)
  return days < 7 ? `${days} d` : inViewerZone(instant, { month: 'short', day: 'numeric' })
}

function inViewerZone(instant: string, options: Intl.DateTimeFormatOptions): string {
  const date = new Date(instant)
  return Number.isNaN(date.getTime()) ? '' : date.toLocaleString(locale, options)
}

function sameZone(one: string, other: string): boolean {
  return one === other || canonical(one) === canonical(other)
}

function canonical(zone: string): string {
  try {
    return new Intl.DateTimeFormat(locale, { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return zone
  }
}
