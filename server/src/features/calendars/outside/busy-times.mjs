/** Plain JavaScript, because a thread can't load TypeScript in tests. */
import ICAL from 'ical.js'
import { splitCalendars } from './file.mjs'
import { createZoneFinder, findIanaZone } from './zones.mjs'

/** @typedef {import('@tendwell/contract/time').Interval} Interval */
/** @typedef {import('./zones.mjs').Zone} Zone */

/**
 * In which zones a calendar's times are.
 * @typedef {object} CalendarZones
 * @property {(name: string) => Zone | null} findZone
 * @property {Zone} floating the zone of times that name none
 * @property {boolean} isGuessed whether the calendar names a default zone that we don't know, so that
 *   `floating` is the caregiver's
 * @property {Zone} whole the zone of all-day events
 */

/** Enough for every zone, and for series that were moved as a whole. */
const MARGIN_MS = 31 * 86_400_000
const DAY_MS = 86_400_000
/** How long an event is whose end can't be read. */
const HOUR_MS = 3_600_000
const SECOND_MS = 1_000

const wallMs = (/** @type {ICAL.Time} */ { year, month, day, hour, minute, second }) =>
  Date.UTC(year, month - 1, day, hour, minute, second)
const toDay = (/** @type {ICAL.Time} */ { year, month, day }) => Date.UTC(year, month - 1, day)
const isUtc = (/** @type {ICAL.Time} */ time) => time.zone === ICAL.Timezone.utcTimezone

/** A wall time as if it were UTC, as a time again. */
function fromWallMs(/** @type {number} */ ms) {
  return ICAL.Time.fromDateTimeString(new Date(ms).toISOString().slice(0, 19))
}

const readAddress = (/** @type {ICAL.Property} */ person) =>
  String(person.getFirstValue())
    .replace(/^mailto:/i, '')
    .trim()
    .toLowerCase()

/**
 * People may use another address in their calendar than with us: the only one that takes part in all that has
 * people, at least twice, is theirs.
 * @param {Entry[]} entries
 * @returns {string[]}
 */
function findOwner(entries) {
  const meetings = entries.map((entry) => entry.listPeople()).filter((people) => people.length > 0)
  const [first = [], ...others] = meetings
  const inAll = [...new Set(first)].filter((person) => others.every((people) => people.includes(person)))
  return inAll.length === 1 && others.length > 0 ? inAll : []
}

/** One VEVENT, and how its times are placed. */
class Entry {
  /**
   * @param {ICAL.Component} component
   * @param {CalendarZones} zones
   * @throws {Error} without a start that can be read
   */
  constructor(component, zones) {
    this.component = component
    this.zones = zones
    /**
     * Whether its zone is one that nobody knows, or something else of it can't be read. It then counts as
     * unread.
     */
    this.isUncertain = false
    /** Whether all its lines can be read. */
    this.isWhole = true
    /** Addresses of the calendar's owner. @type {ReadonlySet<string>} */
    this.owners = new Set()
    this.isCanceled = false
    this.start = this.readTime('dtstart')
    if (!this.start) throw new Error('No start')
    this.uid = String(component.getFirstPropertyValue('uid') ?? '')
    this.startZone = this.zoneOf('dtstart', this.start)
    this.startMs = this.place(this.start, this.startZone)
  }

  /** @param {string} name @returns {ICAL.Time | null} */
  readTime(name) {
    const value = this.component.getFirstPropertyValue(name)
    if (value === null) return null
    if (!(value instanceof ICAL.Time) || Number.isNaN(wallMs(value))) throw new Error(`No time: ${name}`)
    return value
  }

  /**
   * @param {string} name of a property
   * @param {ICAL.Time} time its value
   * @param {Zone} [floating] of a time without a zone
   * @returns {Zone | 'utc'}
   */
  zoneOf(name, time, floating = this.zones.floating) {
    if (time.isDate) return this.zones.whole
    if (isUtc(time)) return 'utc'
    const zoneName = this.component.getFirstProperty(name)?.getFirstParameter('tzid')
    if (!zoneName) {
      if (this.zones.isGuessed && floating === this.zones.floating) this.isUncertain = true
      return floating
    }
    const zone = this.zones.findZone(String(zoneName))
    if (!zone) this.isUncertain = true
    return zone ?? floating
  }

  /** @param {ICAL.Time} time @param {Zone | 'utc'} zone */
  place(time, zone) {
    return zone === 'utc' ? wallMs(time) : zone.toMs(time)
  }

  /**
   * @param {string} name of a property
   * @returns {ICAL.Time | null} also null, and uncertain, if it can't be read
   */
  tryTime(name) {
    try {
      return this.readTime(name)
    } catch {
      this.isUncertain = true
      return null
    }
  }

  /**
   * @param {ICAL.Property} property
   * @returns {unknown[]} without those that can't be read, which make it uncertain
   */
  tryValues(property) {
    try {
      const values = property.getValues()
      const times = values.map((value) => (value instanceof ICAL.Period ? value.start : value))
      if (times.every((time) => time instanceof ICAL.Time && !Number.isNaN(wallMs(time)))) return values
    } catch {
      // The same as a value that is no time.
    }
    this.isUncertain = true
    return []
  }

  /** Which of two versions of an event is the later one. */
  get sequence() {
    return Number(this.component.getFirstPropertyValue('sequence') ?? 0) || 0
  }

  /** Whether it takes time that its owner can't give to a booking. */
  isBusy() {
    const read = (/** @type {string} */ name) =>
      String(this.component.getFirstPropertyValue(name) ?? '')
        .trim()
        .toUpperCase()
    if (this.isCanceled || /^CANCELL?ED$/.test(read('status'))) return false
    if (read('transp') === 'TRANSPARENT' || read('x-microsoft-cdo-busystatus') === 'FREE') return false
    return !this.isDeclined()
  }

  /** Whether it is an invitation that the calendar's owner declined. */
  isDeclined() {
    const invited = this.component.getAllProperties('attendee')
    return invited
      .filter((one) => this.owners.has(readAddress(one)))
      .some((one) => String(one.getFirstParameter('partstat')).toUpperCase() === 'DECLINED')
  }

  /** The addresses of everyone who takes part. */
  listPeople() {
    return [
      ...this.component.getAllProperties('organizer'),
      ...this.component.getAllProperties('attendee'),
    ].map(readAddress)
  }

  /**
   * When the time ends that begins with this wall time: at the end that is written; for a later one of a
   * series, after as many hours on the clock. A duration in days is one of days, one in hours is exact.
   * Without an end that can be read it is an hour or a day.
   * @param {ICAL.Time} wall
   * @param {number} startMs the same time
   */
  findEnd(wall, startMs) {
    const start = /** @type {ICAL.Time} */ (this.start)
    const endMs = this.findWrittenEnd(wall, startMs)
    if (endMs !== null && endMs >= startMs) return endMs
    if (endMs !== null) this.isUncertain = true
    if (start.isDate) return this.place(fromWallMs(toDay(wall) + DAY_MS), this.zones.whole)
    const hasEnd = this.component.hasProperty('dtend') || this.component.hasProperty('duration')
    return hasEnd || !this.isWhole ? startMs + HOUR_MS : startMs
  }

  /**
   * @param {ICAL.Time} wall
   * @param {number} startMs the same time
   * @returns {number | null} null without one that can be read
   */
  findWrittenEnd(wall, startMs) {
    const start = /** @type {ICAL.Time} */ (this.start)
    const end = this.tryTime('dtend')
    if (end) {
      const zone = this.zoneOf('dtend', end, this.startZone === 'utc' ? this.zones.floating : this.startZone)
      if (start.isDate && end.isDate) {
        const days = Math.max(1, Math.round((toDay(end) - toDay(start)) / DAY_MS))
        return this.place(fromWallMs(toDay(wall) + days * DAY_MS), this.zones.whole)
      }
      const isSameZone = zone === this.startZone && start.isDate === end.isDate
      if (!isSameZone) return startMs + this.place(end, zone) - this.startMs
      const lengthMs = wallMs(end) - wallMs(start)
      const endMs = this.place(fromWallMs(wallMs(wall) + lengthMs), zone)
      // A night in which clocks skip the start moves it on, and its end with it.
      return lengthMs > 0 && endMs <= startMs ? startMs + lengthMs : endMs
    }
    const duration = this.tryDuration()
    if (!duration) return null
    const days = duration.weeks * 7 + duration.days
    const exactMs = ((duration.hours * 60 + duration.minutes) * 60 + duration.seconds) * SECOND_MS
    return this.place(fromWallMs(wallMs(wall) + days * DAY_MS), this.startZone) + exactMs
  }

  /** @returns {ICAL.Duration | null} */
  tryDuration() {
    if (!this.component.hasProperty('duration')) return null
    try {
      const duration = this.component.getFirstPropertyValue('duration')
      if (duration instanceof ICAL.Duration && !duration.isNegative) return duration
    } catch {
      // The same as one that is no duration.
    }
    this.isUncertain = true
    return null
  }

  /** @param {ICAL.Time} [wall] where it begins @returns {Interval} */
  at(wall = /** @type {ICAL.Time} */ (this.start)) {
    const startMs = this.place(wall, this.startZone)
    return { startMs, endMs: this.findEnd(wall, startMs) }
  }

  /**
   * The times of properties such as EXDATE: instants, wall times without a zone, and days.
   * @param {string} name
   * @param {boolean} isOfDays whether they are of a series of whole days, for which midnight is the day
   */
  readSet(name, isOfDays) {
    const set = { instants: new Set(), walls: new Set(), days: new Set() }
    for (const property of this.component.getAllProperties(name)) {
      const zoneName = property.getFirstParameter('tzid')
      const zone = zoneName ? this.zones.findZone(String(zoneName)) : null
      for (const value of this.tryValues(property)) {
        const time = value instanceof ICAL.Period ? value.start : /** @type {ICAL.Time} */ (value)
        if (time.isDate || (isOfDays && wallMs(time) === toDay(time))) set.days.add(toDay(time))
        else if (isUtc(time)) set.instants.add(wallMs(time))
        else if (zone) set.instants.add(zone.toMs(time))
        else set.walls.add(wallMs(time))
      }
    }
    return set
  }

  /**
   * The wall times at which a series begins, as far as they matter for a range.
   * @param {Interval} range
   * @returns {Generator<ICAL.Time>}
   */
  *listWalls({ startMs, endMs }) {
    const start = /** @type {ICAL.Time} */ (this.start)
    yield start
    // Wall times, read as if they were UTC, are enough to skip the years before the range.
    const { endMs: firstEndMs } = this.at()
    const firstMs = startMs - (firstEndMs - this.startMs) - MARGIN_MS
    const floating = start.isDate ? start.clone() : fromWallMs(wallMs(start))
    for (const property of this.component.getAllProperties('rrule')) {
      try {
        const rule = /** @type {ICAL.Recur} */ (property.getFirstValue()).clone()
        const isOver = this.createLimit(rule.until)
        rule.until = null
        const iterator = rule.iterator(floating)
        for (let wall = iterator.next(); wall; wall = iterator.next()) {
          if (wallMs(wall) > endMs + MARGIN_MS || isOver(wall)) break
          if (wallMs(wall) >= firstMs) yield wall.clone()
        }
      } catch {
        this.isUncertain = true
      }
    }
  }

  /**
   * Whether a time comes after UNTIL. One that is a day includes the times of that day.
   * @param {ICAL.Time | null} until
   * @returns {(wall: ICAL.Time) => boolean}
   */
  createLimit(until) {
    if (!until) return () => false
    const start = /** @type {ICAL.Time} */ (this.start)
    if (until.isDate || start.isDate) return (wall) => toDay(wall) > toDay(until)
    if (!isUtc(until)) return (wall) => wallMs(wall) > wallMs(until)
    return (wall) => this.place(wall, this.startZone) > wallMs(until)
  }
}

/**
 * The times of a series without its exceptions and changed times, which are events of their own.
 * @param {Entry} series
 * @param {Entry[]} changes
 * @param {Interval} range
 * @returns {Generator<Interval & { item: Entry }>}
 */
function* listSeries(series, changes, range) {
  const isOfDays = series.start?.isDate === true
  const excluded = series.readSet('exdate', isOfDays)
  const changed = changes.map((entry) => entry.readSet('recurrence-id', isOfDays))
  const isIn = (
    /** @type {ReturnType<Entry['readSet']>} */ set,
    /** @type {ICAL.Time} */ wall,
    /** @type {number} */ ms,
  ) => set.instants.has(ms) || set.walls.has(wallMs(wall)) || set.days.has(toDay(wall))
  const later = changes.flatMap((entry) => toShift(entry, series)).sort((a, b) => a.fromMs - b.fromMs)
  /** @param {ICAL.Time} wall @param {Interval} time */
  const change = (wall, time) => {
    if ([excluded, ...changed].some((set) => isIn(set, wall, time.startMs))) return []
    const shift = later.findLast(({ fromMs }) => fromMs <= time.startMs)
    if (!shift) return [{ ...time, item: series }]
    const { startMs: firstMs, endMs } = shift.entry.at()
    const startMs = time.startMs + shift.byMs
    return [{ startMs, endMs: startMs + endMs - firstMs, item: shift.entry }]
  }
  for (const wall of series.listWalls(range)) yield* change(wall, series.at(wall))
  for (const property of series.component.getAllProperties('rdate')) {
    for (const value of series.tryValues(property)) {
      const { wall, ...time } = readAdded(series, property, value)
      yield* change(wall, time)
    }
  }
}

/**
 * If an entry changes one time of a series and all later ones: from when, and by how much they move.
 * Otherwise empty.
 * @param {Entry} entry
 * @param {Entry} series
 */
function toShift(entry, series) {
  const time = entry.tryTime('recurrence-id')
  const range = entry.component.getFirstProperty('recurrence-id')?.getFirstParameter('range')
  if (!time || String(range).toUpperCase() !== 'THISANDFUTURE') return []
  const floating = series.startZone === 'utc' ? series.zones.floating : series.startZone
  const fromMs = entry.place(time, entry.zoneOf('recurrence-id', time, floating))
  return [{ entry, fromMs, byMs: entry.startMs - fromMs }]
}

/**
 * @param {Entry} series
 * @param {ICAL.Property} property
 * @param {unknown} value a time, a period, or a day, on which a series of hours has its own
 * @returns {Interval & { wall: ICAL.Time }}
 */
function readAdded(series, property, value) {
  const start = /** @type {ICAL.Time} */ (series.start)
  const written = value instanceof ICAL.Period ? value.start : /** @type {ICAL.Time} */ (value)
  const isDayOfHours = written.isDate && !start.isDate
  const time = isDayOfHours ? fromWallMs(toDay(written) + wallMs(start) - toDay(start)) : written
  const zoneName = property.getFirstParameter('tzid')
  const zone = zoneName && !isDayOfHours ? series.zones.findZone(String(zoneName)) : null
  const ownZone = zone ?? (time.isDate ? series.zones.whole : isUtc(time) ? 'utc' : series.startZone)
  const startMs = series.place(time, ownZone)
  if (value instanceof ICAL.Period) {
    const lengthMs = wallMs(value.getEnd()) - wallMs(value.start)
    return { wall: time, startMs, endMs: startMs + lengthMs }
  }
  const { startMs: firstMs, endMs } = series.at()
  return { wall: time, startMs, endMs: startMs + endMs - firstMs }
}

/** Whether this is a changed time of a series. */
const isChange = (/** @type {Entry} */ { component }) => component.hasProperty('recurrence-id')

/**
 * One event. Lines that can't be read are left out of it, if it can be read without them.
 * @param {string} text
 * @returns {{ component: ICAL.Component, isWhole: boolean }}
 * @throws {Error} if the lines alone can't be read either
 */
function parseEvent(text) {
  try {
    return { component: new ICAL.Component(ICAL.parse(text)), isWhole: true }
  } catch {
    const [first = '', ...rest] = text.split('\r\n')
    const last = rest.pop() ?? ''
    const kept = rest.filter((line) => /^(?:BEGIN|END):/i.test(line) || isReadable(line))
    return {
      component: new ICAL.Component(ICAL.parse([first, ...kept, last].join('\r\n'))),
      isWhole: false,
    }
  }
}

function isReadable(/** @type {string} */ line) {
  try {
    ICAL.parse(`BEGIN:VEVENT\r\n${line}\r\nEND:VEVENT`)
    return true
  } catch {
    return false
  }
}

/**
 * @param {string[]} texts of VEVENTs
 * @param {CalendarZones} zones
 * @param {RegExp} ownUidPattern
 */
function readEntries(texts, zones, ownUidPattern) {
  /** @type {Entry[]} */
  const entries = []
  let unread = 0
  for (const text of texts) {
    try {
      const { component, isWhole } = parseEvent(text)
      if (ownUidPattern.test(String(component.getFirstPropertyValue('uid')))) continue
      const entry = new Entry(component, zones)
      if (!isWhole) Object.assign(entry, { isWhole, isUncertain: true })
      entries.push(entry)
    } catch {
      unread += 1
    }
  }
  return { entries, unread }
}

/**
 * The events of all calendars of a file, since one may change or cancel what another has.
 * @param {import('./file.mjs').Calendar[]} calendars
 * @param {import('./times.ts').Source} source
 */
function readCalendars(calendars, { timezone, ownUidPattern, owners }) {
  const whole = /** @type {Zone} */ (findIanaZone(timezone))
  /** @type {Entry[]} */
  const entries = []
  let unread = 0
  for (const { properties, zones, events } of calendars) {
    const findZone = createZoneFinder(zones)
    const ownZone = properties.get('x-wr-timezone')
    const floating = ownZone ? findZone(ownZone) : whole
    const calendarZones = { findZone, floating: floating ?? whole, isGuessed: floating === null, whole }
    const read = readEntries(events, calendarZones, ownUidPattern)
    unread += read.unread
    const addresses = [...owners, properties.get('x-wr-calname') ?? '', ...findOwner(read.entries)]
    const known = new Set(addresses.map((one) => one.toLowerCase()))
    for (const entry of read.entries) {
      entry.owners = known
      entry.isCanceled = properties.get('method')?.toUpperCase() === 'CANCEL'
    }
    entries.push(...read.entries)
  }
  for (const cancellation of entries.filter((entry) => entry.isCanceled && !isChange(entry))) {
    for (const entry of entries) {
      const isSame = entry.uid !== '' && entry.uid === cancellation.uid
      if (isSame && entry.sequence <= cancellation.sequence) entry.isCanceled = true
    }
  }
  return { entries, unread }
}

/**
 * The busy times of one calendar, not merged, and how many of its events can't be read; or why there are none.
 * @param {import('./times.ts').Source & { limit: number }} source with how many times there can be at most
 * @returns {{ times: Interval[], unread: number } | import('./times.ts').TimesProblem}
 * @see docs/rules/calendars.md#busy-times
 */
export function findTimes(source) {
  const { text, startMs, endMs, limit } = source
  const calendars = splitCalendars(text)
  if (calendars.length === 0) return 'not_calendar'
  /** @type {Interval[]} */
  const times = []
  const read = readCalendars(calendars, source)
  let { unread } = read
  /** @type {Map<string, Entry[]>} the changed times of each series */
  const changes = new Map()
  for (const entry of read.entries.filter(isChange)) {
    changes.set(entry.uid, [...(changes.get(entry.uid) ?? []), entry])
  }
  for (const entry of read.entries) {
    try {
      const listed = isChange(entry)
        ? [{ ...entry.at(), item: entry }]
        : listSeries(entry, changes.get(entry.uid) ?? [], { startMs, endMs })
      for (const { item, ...time } of listed) {
        if (Number.isNaN(time.endMs)) throw new Error('No end')
        if (time.startMs >= time.endMs || time.startMs >= endMs || time.endMs <= startMs) continue
        if (!item.isBusy()) continue
        if (times.push({ startMs: time.startMs, endMs: time.endMs }) > limit) return 'too_many_times'
      }
    } catch {
      entry.isUncertain = true
    }
  }
  unread += read.entries.filter((entry) => entry.isUncertain).length
  return { times, unread }
}
