import { Temporal } from 'temporal-polyfill'

/**
 * A calendar day without a zone, `YYYY-MM-DD`, years 0001 to 9999.
 * @see docs/rules/README.md#wire-conventions
 */
export type LocalDate = string
/** A wall clock time without a zone, `HH:MM`, 00:00 to 23:59. */
export type LocalTime = string
/** An IANA zone name such as `Europe/London`. */
export type Zone = string
/** A span of real time in epoch milliseconds, half open: it does not include `endMs`. */
export interface Interval {
  startMs: number
  endMs: number
}

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
export const WEEK_MS = 7 * DAY_MS
export const MINUTES_PER_DAY = 24 * 60

const DATE_PATTERN = /^\d{4}-\d{2}-\d{2}$/
const TIME_PATTERN = /^([01]\d|2[0-3]):[0-5]\d$/
const ZONE_PATTERN = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/
const FIRST_DAY_NUMBER = Date.parse('0001-01-01T00:00:00Z') / DAY_MS
const LAST_DAY_NUMBER = Date.parse('9999-12-31T00:00:00Z') / DAY_MS
const MAX_ZONE_LENGTH = 64
/** Limits of the caches below, so that odd zone names and far dates don't fill the memory. */
const MAX_KNOWN_ZONES = 1024
const MAX_OFFSETS_PER_ZONE = 2048
const MAX_CACHED_ZONES = 256

const knownZones = new Set<string>()

/** Whether the text is a date that exists, `YYYY-MM-DD`. */
export function isLocalDate(text: string): boolean {
  if (!DATE_PATTERN.test(text) || text.startsWith('0000')) return false
  const epochMs = Date.parse(`${text}T00:00:00Z`)
  // Some engines roll 30 February over into March, so the date has to come back unchanged.
  return !Number.isNaN(epochMs) && new Date(epochMs).toISOString().startsWith(text)
}

/** The first and last date that the API accepts. Dates beyond them are treated as typos. */
export const ACCEPTED_DATES = { first: '1970-01-01', last: '2199-12-31' } as const

/** Whether the text is a wall time, `HH:MM`, 00:00 to 23:59. Midnight is `00:00`, never `24:00`. */
export function isLocalTime(text: string): boolean {
  return TIME_PATTERN.test(text)
}

/** Whether the text names an IANA zone that this engine knows. A bare offset (`+05:30`) is not one. */
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

/** Days from 1970-01-01 to the date. @throws RangeError for text that is not a date */
export function toDayNumber(date: LocalDate): number {
  if (!isLocalDate(date)) throw new RangeError(`Not a date: ${date}`)
  return Date.parse(`${date}T00:00:00Z`) / DAY_MS
}

/** The date that is `dayNumber` days after 1970-01-01. @throws RangeError outside the years 0001 to 9999 */
export function fromDayNumber(dayNumber: number): LocalDate {
  if (!(dayNumber >= FIRST_DAY_NUMBER && dayNumber <= LAST_DAY_NUMBER)) {
    throw new RangeError(`No date has the day number ${dayNumber}`)
  }
  return new Date(dayNumber * DAY_MS).toISOString().slice(0, 10)
}

/** Minutes from 00:00 to the wall time, 0 to 1439. @throws RangeError for text that is not a time */
export function toMinutes(time: LocalTime): number {
  if (!isLocalTime(time)) throw new RangeError(`Not a time: ${time}`)
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
}

/** The wall time that is `minutes` after midnight; whole days are ignored, so 1440 gives `00:00`. */
export function toLocalTime(minutes: number): LocalTime {
  const minuteOfDay = modulo(Math.floor(minutes), MINUTES_PER_DAY)
  const toTwoDigits = (value: number) => String(value).padStart(2, '0')
  return `${toTwoDigits(Math.floor(minuteOfDay / 60))}:${toTwoDigits(minuteOfDay % 60)}`
}

/** ISO weekday, 1 Monday to 7 Sunday. @throws RangeError for text that is not a date */
export function getWeekday(date: LocalDate): number {
  return getWeekdayOf(toDayNumber(date))
}

/** ISO weekday of a date that is `dayNumber` days after 1970-01-01. */
export function getWeekdayOf(dayNumber: number): number {
  // 1970-01-01, day 0, was a Thursday.
  return modulo(dayNumber + 3, 7) + 1
}

/** The date `days` later, or earlier when negative. @throws RangeError for text that is not a date */
export function addDays(date: LocalDate, days: number): LocalDate {
  return fromDayNumber(toDayNumber(date) + days)
}

/**
 * The date `months` later; the last day of that month if it has no such day.
 * @throws RangeError for text that is not a date
 */
export function addMonths(date: LocalDate, months: number): LocalDate {
  return Temporal.PlainDate.from(date).add({ months }).toString()
}

/** All dates of a month, in order. @param month 1 to 12 @throws RangeError for a month that does not exist */
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

/**
 * The zone's offset from UTC at an instant, in milliseconds; negative west of UTC.
 * @throws RangeError for an unknown zone
 */
export function getOffsetMs(epochMs: number, zone: Zone): number {
  const day = Math.floor(epochMs / DAY_MS)
  const offsetMs = getMidnightOffsetMs(day, zone)
  // Equal at both midnights means no clock change on that UTC day.
  if (offsetMs === getMidnightOffsetMs(day + 1, zone)) return offsetMs
  return computeOffsetMs(epochMs, zone)
}

/**
 * The instants (epoch ms, ascending) at which a zone's clocks show a wall time: none when a clock change
 * skips it, two when a clock change repeats it.
 * @param wallMs the wall time read as if it were UTC
 */
export function findInstants(wallMs: number, zone: Zone): number[] {
  // No zone is a whole day away from UTC, so every reading lies between these two instants.
  const offsetBeforeMs = getOffsetMs(wallMs - DAY_MS, zone)
  const offsetAfterMs = getOffsetMs(wallMs + DAY_MS, zone)
  if (offsetBeforeMs === offsetAfterMs) return [wallMs - offsetBeforeMs]
  // Both offsets fit only where clocks go back, and there the larger offset comes first.
  return [wallMs - offsetBeforeMs, wallMs - offsetAfterMs].filter(
    (epochMs) => epochMs + getOffsetMs(epochMs, zone) === wallMs,
  )
}

/**
 * The instant (epoch ms) of a wall time in a zone: the first one when it occurs twice, null when a clock
 * change skips it.
 * @throws RangeError for a malformed date, time or zone
 * @see docs/rules/availability.md#time-zones-and-daylight-saving
 */
export function toInstant(date: LocalDate, time: LocalTime, zone: Zone): number | null {
  return findInstants(toDayNumber(date) * DAY_MS + toMinutes(time) * MINUTE_MS, zone)[0] ?? null
}

/** The date and wall time in a zone at an instant (epoch ms), without seconds. */
export function toLocalDateTime(epochMs: number, zone: Zone): { date: LocalDate; time: LocalTime } {
  const wallMs = epochMs + getOffsetMs(epochMs, zone)
  const dayNumber = Math.floor(wallMs / DAY_MS)
  return {
    date: fromDayNumber(dayNumber),
    time: toLocalTime((wallMs - dayNumber * DAY_MS) / MINUTE_MS),
  }
}

/** The date in a zone at an instant (epoch ms). */
export function toLocalDate(epochMs: number, zone: Zone): LocalDate {
  return fromDayNumber(toLocalDayNumber(epochMs, zone))
}

/** The date in a zone at an instant (epoch ms), in days since 1970-01-01. */
export function toLocalDayNumber(epochMs: number, zone: Zone): number {
  return Math.floor((epochMs + getOffsetMs(epochMs, zone)) / DAY_MS)
}

/**
 * The first instant (epoch ms) at which a zone's clocks show a wall time, or the moment of the clock change
 * that skips it.
 * @param wallMs the wall time read as if it were UTC
 */
export function resolveWallTime(wallMs: number, zone: Zone): number {
  const instantMs = findInstants(wallMs, zone)[0]
  if (instantMs !== undefined) return instantMs
  // Clocks go forward between these two instants; a binary search finds the moment.
  const offsetAfterMs = getOffsetMs(wallMs + DAY_MS, zone)
  let beforeMs = wallMs - offsetAfterMs
  let afterMs = wallMs - getOffsetMs(wallMs - DAY_MS, zone)
  while (afterMs - beforeMs > 1) {
    const middleMs = Math.floor((beforeMs + afterMs) / 2)
    if (getOffsetMs(middleMs, zone) === offsetAfterMs) afterMs = middleMs
    else beforeMs = middleMs
  }
  return afterMs
}

/**
 * The first instant (epoch ms) of a date in a zone. It is not always 00:00, because some zones change clocks
 * at midnight. A date that the zone skipped (Apia, 2011-12-30) begins where the next one does.
 */
export function startOfDate(date: LocalDate, zone: Zone): number {
  return resolveWallTime(toDayNumber(date) * DAY_MS, zone)
}

/** The real time from the start of the first date to the end of the last date in a zone. */
export function toDateInterval(first: LocalDate, last: LocalDate, zone: Zone): Interval {
  return { startMs: startOfDate(first, zone), endMs: startOfDate(addDays(last, 1), zone) }
}

/**
 * Makes a function that turns wall times of one date and the next, in ms as if they were UTC, into
 * instants as `toInstant` does: null where a clock change skips one. On days without a clock change it only
 * subtracts.
 */
export function makeWallTimeReader(dayNumber: number, zone: Zone): (wallMs: number) => number | null {
  const offsetMs = getMidnightOffsetMs(dayNumber, zone)
  const hasOneOffset = [-1, 1, 2, 3].every(
    (shift) => getMidnightOffsetMs(dayNumber + shift, zone) === offsetMs,
  )
  if (hasOneOffset) return (wallMs) => wallMs - offsetMs
  return (wallMs) => findInstants(wallMs, zone)[0] ?? null
}

function modulo(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor
}

/**
 * The offset as Temporal knows it, without the cache.
 * @throws RangeError for an unknown zone
 */
function computeOffsetMs(epochMs: number, zone: Zone): number {
  if (!isZone(zone)) throw new RangeError(`Not a zone: ${zone}`)
  const zoned = Temporal.Instant.fromEpochMilliseconds(Math.floor(epochMs)).toZonedDateTimeISO(zone)
  return zoned.offsetNanoseconds / 1_000_000
}

// A Temporal lookup takes microseconds and a month of slots needs thousands, so the offset at each UTC
// midnight is cached. No zone changes its clocks twice within a few days (a test checks every zone), so two
// midnights with the same offset have no change between them.
const cachedOffsetsMs = new Map<Zone, Map<number, number>>()

/** The cached offset of a zone at 00:00 UTC of a day (days since 1970-01-01). */
function getMidnightOffsetMs(day: number, zone: Zone): number {
  let offsets = cachedOffsetsMs.get(zone)
  const cachedMs = offsets?.get(day)
  if (cachedMs !== undefined) return cachedMs
  const offsetMs = computeOffsetMs(day * DAY_MS, zone)
  if (offsets === undefined) {
    if (cachedOffsetsMs.size >= MAX_CACHED_ZONES) cachedOffsetsMs.clear()
    offsets = new Map()
    cachedOffsetsMs.set(zone, offsets)
  }
  if (offsets.size >= MAX_OFFSETS_PER_ZONE) offsets.clear()
  offsets.set(day, offsetMs)
  return offsetMs
}
