/** Places wall times on the time line, by whatever name a calendar gives their zone. */
import ICAL from 'ical.js'
import { Temporal } from 'temporal-polyfill'
import { findIana } from 'windows-iana'

/** @typedef {{ toMs: (wall: ICAL.Time) => number }} Zone */

/**
 * A zone of the IANA database.
 * @param {string} name
 * @returns {Zone | null} null for a name that it doesn't have
 */
export function findIanaZone(name) {
  try {
    new Temporal.PlainDateTime(2000, 1, 1).toZonedDateTime(name)
  } catch {
    return null
  }
  return {
    // A time that clocks skip is moved on; of one that occurs twice, the first counts.
    toMs: ({ year, month, day, hour, minute, second }) =>
      new Temporal.PlainDateTime(year, month, day, hour, minute, second).toZonedDateTime(name)
        .epochMilliseconds,
  }
}

/**
 * Finds the zones of a calendar: those of IANA, those that the calendar describes, those of Windows, and
 * names with an address in front, such as `/mozilla.org/20050126_1/Europe/Berlin`.
 * @param {string[]} described the text of each VTIMEZONE
 * @returns {(name: string) => Zone | null}
 */
export function createZoneFinder(described) {
  const own = new Map(described.flatMap(readZone))
  /** @type {Map<string, Zone | null>} */
  const found = new Map()
  /** @param {string} name */
  const find = (name) => {
    const parts = name.split('/').filter(Boolean)
    const inner = [3, 2, 1].map((count) => parts.slice(-count).join('/'))
    const [windows] = findIana(/** @type {never} */ (name)) ?? []
    return (
      findIanaZone(name) ??
      own.get(name) ??
      (windows ? findIanaZone(windows) : null) ??
      inner.map(findIanaZone).find((zone) => zone !== null) ??
      null
    )
  }
  return (given) => {
    const name = given.replace(/^"|"$/g, '').trim()
    if (!found.has(name)) found.set(name, find(name))
    return found.get(name) ?? null
  }
}

/**
 * @param {string} text
 * @returns {[string, Zone][]} none if it can't be read
 */
function readZone(text) {
  try {
    const component = new ICAL.Component(ICAL.parse(text))
    const zone = new ICAL.Timezone(component)
    const toMs = (/** @type {ICAL.Time} */ wall) => {
      const placed = wall.clone()
      placed.isDate = false
      placed.zone = zone
      return placed.toUnixTime() * 1_000
    }
    toMs(ICAL.Time.fromDateTimeString('2026-01-01T00:00:00'))
    return [[String(component.getFirstPropertyValue('tzid')), { toMs }]]
  } catch {
    return []
  }
}
