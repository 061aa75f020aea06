/**
 * Reads the busy times of one calendar in a thread of its own and posts them, or null if it is no calendar. Plain
 * JavaScript, because a thread can't load TypeScript in tests. @see docs/rules/calendars.md#busy-times
 */
import { parentPort, workerData } from 'node:worker_threads'
import ICAL from 'ical.js'
import { Temporal } from 'temporal-polyfill'

/** @typedef {import('@tendwell/contract/time').Interval} Interval */

/** Enough for every zone, and for series that were moved as a whole. */
const MARGIN_MS = 31 * 86_400_000

/** A zone of the IANA database, for files that name one without describing it. */
class IanaZone extends ICAL.Timezone {
  /**
   * @override
   * @param {ICAL.Time} time
   */
  utcOffset({ year, month, day, hour, minute, second }) {
    const wall = new Temporal.PlainDateTime(year, month, day, hour, minute, second)
    const wallMs = wall.toZonedDateTime('UTC').epochMilliseconds
    return (wallMs - wall.toZonedDateTime(this.tzid).epochMilliseconds) / 1_000
  }
}

/**
 * @param {unknown} name
 * @returns the zone, or null for a name that the IANA database doesn't have
 */
function findIanaZone(name) {
  if (typeof name !== 'string') return null
  try {
    new Temporal.PlainDateTime(2000, 1, 1).toZonedDateTime(name)
    return new IanaZone({ tzid: name })
  } catch {
    return null
  }
}

/**
 * Makes the library know the IANA zones that the file names, whatever the file says about them.
 * @param {ICAL.Component} calendar
 */
function registerZones(calendar) {
  for (const described of calendar.getAllSubcomponents('vtimezone')) {
    if (findIanaZone(described.getFirstPropertyValue('tzid'))) calendar.removeSubcomponent(described)
  }
  const named = calendar
    .getAllSubcomponents('vevent')
    .flatMap((event) => event.getAllProperties())
    .map((property) => property.getParameter('tzid'))
  for (const name of new Set(named)) {
    const zone = findIanaZone(name)
    if (zone) ICAL.TimezoneService.register(zone, zone.tzid)
  }
}

/**
 * @param {ICAL.Time} time
 * @param {ICAL.Timezone} zone of whole days and of times without a zone
 */
function toMs(time, zone) {
  if (!time.isDate && time.zone !== ICAL.Timezone.localTimezone) return time.toUnixTime() * 1_000
  const placed = time.clone()
  placed.isDate = false
  placed.zone = zone
  return placed.toUnixTime() * 1_000
}

/**
 * Whether an event takes time that its owner can't give to a booking.
 * @param {ICAL.Event} event
 */
function isBusy({ component }) {
  /** @param {string} name */
  const read = (name) => String(component.getFirstPropertyValue(name) ?? '').toUpperCase()
  return read('transp') !== 'TRANSPARENT' && read('status') !== 'CANCELLED'
}

/**
 * When an event begins each time, as far as that matters for a range; EXDATE is not considered.
 * @param {ICAL.Event} event
 * @param {Interval} range
 * @returns {Generator<ICAL.Time>}
 */
function* listStarts(event, { startMs, endMs }) {
  const { component, startDate } = event
  yield startDate
  for (const added of component.getAllProperties('rdate').flatMap((property) => property.getValues())) {
    yield added instanceof ICAL.Period ? added.start : added
  }
  // Wall times, read as if they were UTC, are enough to skip the years before the range.
  const firstMs = startMs - event.duration.toSeconds() * 1_000 - MARGIN_MS
  for (const rule of component.getAllProperties('rrule')) {
    const recurrence = /** @type {ICAL.Recur} */ (rule.getFirstValue())
    const iterator = recurrence.iterator(startDate)
    for (let time = iterator.next(); time; time = iterator.next()) {
      const wallMs = Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute)
      if (wallMs > endMs + MARGIN_MS) break
      if (wallMs >= firstMs) yield time.clone()
    }
  }
}

/**
 * Whether EXDATE leaves out a time. A whole day there leaves out each of its times.
 * @param {ICAL.Event} event
 * @returns {(time: ICAL.Time) => boolean}
 */
function createExclusion({ component }) {
  /** @type {ICAL.Time[]} */
  const excluded = component.getAllProperties('exdate').flatMap((property) => property.getValues())
  const days = new Set(excluded.filter(({ isDate }) => isDate).map((day) => day.toString()))
  const times = new Set(excluded.map((time) => time.toUnixTime()))
  return (time) => times.has(time.toUnixTime()) || days.has(time.toString().slice(0, 10))
}

/**
 * The times of an event and its changed occurrences in the range, in epoch ms.
 * @param {ICAL.Event} event
 * @param {Interval & { zone: ICAL.Timezone }} range
 */
function* listTimes(event, { zone, startMs, endMs }) {
  const isExcluded = createExclusion(event)
  for (const start of listStarts(event, { startMs, endMs })) {
    if (isExcluded(start)) continue
    const occurrence = event.getOccurrenceDetails(start)
    if (!isBusy(occurrence.item)) continue
    const times = { startMs: toMs(occurrence.startDate, zone), endMs: toMs(occurrence.endDate, zone) }
    if (times.startMs < times.endMs && times.startMs < endMs && times.endMs > startMs) yield times
  }
}

/**
 * The events that are not our own. A changed occurrence is an event of its own and an exception of its series.
 * @param {ICAL.Component} calendar
 * @param {RegExp} ownUid
 */
function listEvents(calendar, ownUid) {
  /** @param {ICAL.Component} event */
  const uidOf = (event) => String(event.getFirstPropertyValue('uid'))
  /** @param {ICAL.Component} event */
  const isChanged = (event) => event.hasProperty('recurrence-id')
  const components = calendar
    .getAllSubcomponents('vevent')
    .filter((event) => event.hasProperty('dtstart') && !ownUid.test(uidOf(event)))
  /** @type {Map<string, ICAL.Component[]>} */
  const changed = new Map()
  for (const event of components.filter(isChanged)) {
    const others = changed.get(uidOf(event))
    if (others) others.push(event)
    else changed.set(uidOf(event), [event])
  }
  return components.map((event) => {
    const exceptions = isChanged(event) ? [] : (changed.get(uidOf(event)) ?? [])
    return new ICAL.Event(event, { exceptions })
  })
}

/**
 * @param {string} text
 * @returns the calendars of a file, usually one; none if it is no calendar
 */
function parseCalendars(text) {
  try {
    const parsed = ICAL.parse(text)
    /** @type {unknown[][]} */
    const roots = typeof parsed[0] === 'string' ? [parsed] : parsed
    return roots.map((root) => new ICAL.Component(root)).filter(({ name }) => name === 'vcalendar')
  } catch {
    return []
  }
}

/**
 * @param {import('./outside-times.ts').Source & { limit: number }} source
 * @returns {Interval[] | import('./outside-times.ts').TimesProblem}
 */
function findTimes({ text, timezone, startMs, endMs, ownUid, limit }) {
  const calendars = parseCalendars(text)
  if (calendars.length === 0) return 'not_calendar'
  /** @type {Interval[]} */
  const times = []
  for (const calendar of calendars) {
    registerZones(calendar)
    const zone =
      findIanaZone(calendar.getFirstPropertyValue('x-wr-timezone')) ?? new IanaZone({ tzid: timezone })
    for (const event of listEvents(calendar, ownUid)) {
      try {
        for (const time of listTimes(event, { zone, startMs, endMs })) {
          if (times.push(time) > limit) return 'too_many_times'
        }
      } catch {
        // One event that can't be understood must not hide the others.
      }
    }
  }
  return times
}

parentPort?.postMessage(findTimes(workerData))
