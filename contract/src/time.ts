import { Temporal } from 'temporal-polyfill'

/** A calendar day without a zone, `YYYY-MM-DD`, years 0001 to 9999 (decisions §1). */
export type LocalDate = string
/** A wall clock time without a zone, `HH:MM`, 00:00 to 23:59 (decisions §1). */
export type LocalTime = string
/** An IANA zone name such as `Europe/London` (decisions §1). */
export type Zone = string
/** A stretch of real time in epoch milliseconds, half open: `endMs` itself is outside. */
export interface Interval {
  startMs: number
  endMs: number
}

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
export const MINUTES_PER_DAY = 24 * 60

const DATE_PATTERN = /^\d{4}-\d{2}-\d{2}$/
const TIME_PATTERN = /^([01]\d|2[0-3]):[0-5]\d$/
const ZONE_PATTERN = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/
const FIRST_DAY_NUMBER = Date.parse('0001-01-01T00:00:00Z') / DAY_MS
const LAST_DAY_NUMBER = Date.parse('9999-12-31T00:00:00Z') / DAY_MS
const MAX_ZONE_LENGTH = 64
const MAX_KNOWN_ZONES = 1024
const MAX_OFFSETS_PER_ZONE = 2048
const MAX_CACHED_ZONES = 256

const knownZones = new Set<string>()

/** Whether the text is a real day, `YYYY-MM-DD`: 29 February in leap years alone. */
export function isLocalDate(text: string): boolean {
  if (!DATE_PATTERN.test(text) || text.startsWith('0000')) return false
  const epochMs = Date.parse(`${text}T00:00:00Z`)
  // Some engines roll 30 February over into March: only a date that comes back unchanged is one.
  return !Number.isNaN(epochMs) && new Date(epochMs).toISOString().startsWith(text)
}

/** The days that calls speak of, both included: what lies further off is a slip of the keyboard. */
export const CALL_DATES = { first: '1970-01-01', last: '2199-12-31' } as const

/** Whether the text is a wall time, `HH:MM`, 00:00 to 23:59. `24:00` isn't one: midnight is `00:00`. */
export function isLocalTime(text: string): boolean {
  return TIME_PATTERN.test(text)
}

/** Whether the text names a zone this engine knows. Bare offsets (`+05:30`) are not IANA names. */
export function isZone(text: string): boolean {
  if (knownZones.has(text)) return true
  if (text.length > MAX_ZONE_LENGTH || !ZONE_PATTERN.test(text)) return false
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: text })
  } catch {
    return false
  }
  if (knownZones.size < MAX_KNOWN_ZONES) knownZones.add(text)
  return true
}

/** Days from 1970-01-01 to the date. Throws RangeError when the text is no date. */
export function toDayNumber(date: LocalDate): number {
  if (!isLocalDate(date)) throw new RangeError(`Not a date: ${date}`)
  return Date.parse(`${date}T00:00:00Z`) / DAY_MS
}

/** The date so many days after 1970-01-01. Throws RangeError outside the years 0001 to 9999. */
export function fromDayNumber(dayNumber: number): LocalDate {
  if (!(dayNumber >= FIRST_DAY_NUMBER && dayNumber <= LAST_DAY_NUMBER)) {
    throw new RangeError(`No date has the day number ${dayNumber}`)
  }
  return new Date(dayNumber * DAY_MS).toISOString().slice(0, 10)
}

/** Minutes from 00:00 to the wall time, 0 to 1439. Throws RangeError when the text is no time. */
export function toMinutes(time: LocalTime): number {
  if (!isLocalTime(time)) throw new RangeError(`Not a time: ${time}`)
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
}

/** The wall time so many whole minutes after a midnight; whole days drop out, so 1440 gives `00:00`. */
export function toLocalTime(minutes: number): LocalTime {
  const ofDay = modulo(Math.floor(minutes), MINUTES_PER_DAY)
  return `${String(Math.floor(ofDay / 60)).padStart(2, '0')}:${String(ofDay % 60).padStart(2, '0')}`
}

/** ISO weekday: 1 Monday to 7 Sunday (decisions §1). Throws RangeError when the text is no date. */
export function getWeekday(date: LocalDate): number {
  // Day 0, 1970-01-01, was a Thursday.
  return modulo(toDayNumber(date) + 3, 7) + 1
}

/** The date so many days later (earlier when negative). Throws RangeError when the text is no date. */
export function addDays(date: LocalDate, days: number): LocalDate {
  return fromDayNumber(toDayNumber(date) + days)
}

/** All dates of a month, `month` 1 to 12, in order. Throws RangeError when there is no such month. */
export function listMonthDates(year: number, month: number): LocalDate[] {
  const prefix = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`
  const first = toDayNumber(`${prefix}-01`)
  const dates: LocalDate[] = []
  for (let day = first; day < first + 31; day++) {
    const date = fromDayNumber(day)
    if (date.startsWith(prefix)) dates.push(date)
  }
  return dates
}

/** How far the zone's wall clocks are ahead of UTC at that instant, in milliseconds (negative: behind).
 *  Throws RangeError for an unknown zone. */
export function getOffsetMs(epochMs: number, zone: Zone): number {
  const day = Math.floor(epochMs / DAY_MS)
  const offsetMs = getMidnightOffsetMs(day, zone)
  if (offsetMs === getMidnightOffsetMs(day + 1, zone)) return offsetMs
  return computeOffsetMs(epochMs, zone)
}

/** All instants (epoch ms, ascending) at which the zone's clocks show the wall time: none when a change
 *  of clocks skips it, two when it is repeated. `wallMs` is the wall time read as if it were UTC. */
export function findInstants(wallMs: number, zone: Zone): number[] {
  // No zone is a day away from UTC, so these two instants lie on either side of every reading.
  const before = getOffsetMs(wallMs - DAY_MS, zone)
  const after = getOffsetMs(wallMs + DAY_MS, zone)
  if (before === after) return [wallMs - before]
  // Both hold only where clocks go back, and there the larger offset comes first.
  return [wallMs - before, wallMs - after].filter(
    (epochMs) => epochMs + getOffsetMs(epochMs, zone) === wallMs,
  )
}

/** The instant (epoch ms) of a wall time in a zone; the first when it occurs twice, null when a change of
 *  clocks skips it (decisions §4). Throws RangeError for a malformed date, time or zone. */
export function toInstant(date: LocalDate, time: LocalTime, zone: Zone): number | null {
  return findInstants(toDayNumber(date) * DAY_MS + toMinutes(time) * MINUTE_MS, zone)[0] ?? null
}

/** What the clocks of a zone show at an instant (epoch ms), seconds cut off. */
export function toLocalDateTime(epochMs: number, zone: Zone): { date: LocalDate; time: LocalTime } {
  const wallMs = epochMs + getOffsetMs(epochMs, zone)
  const dayNumber = Math.floor(wallMs / DAY_MS)
  return {
    date: fromDayNumber(dayNumber),
    time: toLocalTime((wallMs - dayNumber * DAY_MS) / MINUTE_MS),
  }
}

/** The date the clocks of a zone show at an instant (epoch ms): what "today" means there. */
export function toLocalDate(epochMs: number, zone: Zone): LocalDate {
  return toLocalDateTime(epochMs, zone).date
}

/** The first instant (epoch ms) at which the zone's clocks show the wall time or, where a change of clocks skips
 *  it, the moment of that change. `wallMs` is the wall time read as if it were UTC. */
export function resolveWallTime(wallMs: number, zone: Zone): number {
  const instant = findInstants(wallMs, zone)[0]
  if (instant !== undefined) return instant
  // Clocks go forward between these two: halve until the change is found.
  const after = getOffsetMs(wallMs + DAY_MS, zone)
  let beforeMs = wallMs - after
  let afterMs = wallMs - getOffsetMs(wallMs - DAY_MS, zone)
  while (afterMs - beforeMs > 1) {
    const middleMs = Math.floor((beforeMs + afterMs) / 2)
    if (getOffsetMs(middleMs, zone) === after) afterMs = middleMs
    else beforeMs = middleMs
  }
  return afterMs
}

/** The first instant (epoch ms) of a date in a zone. Not always 00:00: some zones change clocks at midnight;
 *  a date the zone skipped altogether (Apia, 2011-12-30) begins where the next one does. */
export function startOfDate(date: LocalDate, zone: Zone): number {
  return resolveWallTime(toDayNumber(date) * DAY_MS, zone)
}

/** The real time from the start of the first date to the end of the last one, in a zone. */
export function toDateInterval(first: LocalDate, last: LocalDate, zone: Zone): Interval {
  return { startMs: startOfDate(first, zone), endMs: startOfDate(addDays(last, 1), zone) }
}

/** Turns the wall times of one date (its midnights included) into instants, as `toInstant` does. `wallMs`
 *  is the wall time read as if it were UTC. On all but a zone's few days of change it is one subtraction. */
export function makeWallTimeReader(dayNumber: number, zone: Zone): (wallMs: number) => number | null {
  const offsetMs = getMidnightOffsetMs(dayNumber, zone)
  const steady = [-1, 1, 2].every((shift) => getMidnightOffsetMs(dayNumber + shift, zone) === offsetMs)
  if (steady) return (wallMs) => wallMs - offsetMs
  return (wallMs) => findInstants(wallMs, zone)[0] ?? null
}

function modulo(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor
}

function computeOffsetMs(epochMs: number, zone: Zone): number {
  if (!isZone(zone)) throw new RangeError(`Not a zone: ${zone}`)
  const zoned = Temporal.Instant.fromEpochMilliseconds(Math.floor(epochMs)).toZonedDateTimeISO(zone)
  return zoned.offsetNanoseconds / 1_000_000
}

// Asking Temporal costs microseconds, and a month of slots asks thousands of times; so the offset at each UTC
// midnight is remembered. No zone changes its clocks twice in a few days, so two equal midnights mean that
// nothing changed between them (a test holds this against every zone).
const offsetsByZone = new Map<Zone, Map<number, number>>()

function getMidnightOffsetMs(day: number, zone: Zone): number {
  let offsets = offsetsByZone.get(zone)
  const known = offsets?.get(day)
  if (known !== undefined) return known
  const offsetMs = computeOffsetMs(day * DAY_MS, zone)
  if (offsets === undefined) {
    if (offsetsByZone.size >= MAX_CACHED_ZONES) offsetsByZone.clear()
    offsets = new Map()
    offsetsByZone.set(zone, offsets)
  }
  if (offsets.size >= MAX_OFFSETS_PER_ZONE) offsets.clear()
  offsets.set(day, offsetMs)
  return offsetMs
}
