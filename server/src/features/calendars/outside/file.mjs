/**
 * Splits the text of a calendar into its parts, with what old exporters and mail programs do to it put right.
 * Plain JavaScript, because it runs in a thread.
 * @see docs/rules/calendars.md#reading
 */

/**
 * @typedef {object} Calendar
 * @property {Map<string, string>} properties its own, by their names in lower case
 * @property {string[]} zones the text of each VTIMEZONE
 * @property {string[]} events the text of each VEVENT
 */

const PROPERTY = /^([\w-]+)((?:;[\w-]+=(?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*)*):(.*)$/
/**
 * A time whose zone has a colon or a comma without quotes around it: `DTSTART;TZID=(UTC-05:00) Eastern
 * Time:20261202T090000`.
 */
const BARE_ZONE =
  /^([\w-]+)((?:;[\w-]+=[^;":,]*)*);TZID=([^";]{0,80}[:,][^";]{0,80}?)((?:;[\w-]+=[^;":,]*)*):(?=\s*\d{4}-?\d\d-?\d\d)(.*)$/i
const TIMES = new Set(['DTSTART', 'DTEND', 'DUE', 'RECURRENCE-ID', 'EXDATE', 'RDATE'])
const DATE = /^\d{8}$/
const WALL = /^\d{8}T\d{6}Z?$/
const UNREADABLE = 'unreadable'
/** A day or a time as iCalendar writes it, and as ISO does, with `-` and `:`, or with its distance to UTC. */
const TIME =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,]\d+)?)?\s*(Z|[+-]\d\d:?(?:\d\d)?)?)?$/i
/** No event, so it counts as one that can't be read. */
const CUT_OFF = 'BEGIN:VEVENT'
/** Parts that are never inside of another one. */
const WHOLE_PARTS = new Set(['VEVENT', 'VTODO', 'VJOURNAL', 'VFREEBUSY', 'VTIMEZONE'])

/**
 * @param {string} text
 * @returns {Calendar[]} usually one; none if this is no calendar, or one that was cut off before its first
 *   event
 */
export function splitCalendars(text) {
  /** @type {Calendar[]} */
  const calendars = []
  /** @type {Calendar | null} */
  let calendar = null
  /** Whether the calendar's own end is missing so far. */
  let isCut = false
  /** @type {string[]} the open parts inside of the calendar */
  const open = []
  /** @type {string[]} the lines of the open event or zone */
  let lines = []
  /** An event without its end is kept, so that it counts as one that can't be read. */
  const leaveOpen = () => {
    if (open[0] === 'VEVENT') calendar?.events.push(lines.join('\r\n'))
    open.length = 0
  }
  for (const line of unfold(text)) {
    const [, word, part = ''] = /^(BEGIN|END):\s*([\w-]+)\s*$/i.exec(line) ?? []
    const name = part.toUpperCase()
    const isBegin = word?.toUpperCase() === 'BEGIN'
    if (name === 'VCALENDAR') {
      leaveOpen()
      if (isBegin) {
        calendar = { properties: new Map(), zones: [], events: [] }
        calendars.push(calendar)
      }
      isCut = isBegin
    } else if (!calendar) continue
    else if (isBegin) {
      if (WHOLE_PARTS.has(name)) leaveOpen()
      if (open.length === 0) lines = []
      open.push(name)
      lines.push(line)
    } else if (word) {
      // An END that nothing began is passed over, and one that was forgotten is added.
      if (!open.includes(name)) continue
      while (open.at(-1) !== name) lines.push(`END:${open.pop()}`)
      open.pop()
      lines.push(line)
      if (open.length === 0 && name === 'VEVENT') calendar.events.push(lines.join('\r\n'))
      if (open.length === 0 && name === 'VTIMEZONE') calendar.zones.push(lines.join('\r\n'))
      if (open.length === 0 && name === 'VFREEBUSY') calendar.events.push(...lines.flatMap(toBusyEvents))
    } else if (open.length > 0) lines.push(...repairTimes(line))
    else {
      const [, property = '', , value = ''] = PROPERTY.exec(line) ?? []
      if (property) calendar.properties.set(property.toLowerCase(), value.trim())
    }
  }
  if (isCut && calendar) {
    if (open.length === 0 && calendar.events.length === 0) calendars.pop()
    // One that was cut off between two events has lost at least one as well.
    else if (open[0] !== 'VEVENT') calendar.events.push(CUT_OFF)
  }
  leaveOpen()
  return calendars
}

/**
 * One line for each property: continued lines are joined, also those whose leading space was lost.
 * @param {string} text
 */
function unfold(text) {
  const lines = text
    .replace(/^\uFEFF/, '')
    .replace(/\0/g, '')
    .split(/\r\n|\n|\r/)
  /** @type {string[]} */
  const unfolded = []
  for (const line of lines) {
    if (line.trim() === '') continue
    const isContinued = /^[ \t]/.test(line)
    if (unfolded.length > 0 && (isContinued || !/^[A-Za-z][\w-]*[;:]/.test(line))) {
      unfolded[unfolded.length - 1] += isContinued ? line.slice(1) : `\\n${line}`
    } else unfolded.push(line)
  }
  return unfolded
}

/**
 * Says of each time whether it is a day or a time of day, whatever its VALUE says. One that is neither stands
 * alone.
 * @param {string} given
 */
function repairTimes(given) {
  const line = given.replace(BARE_ZONE, '$1$2;TZID="$3"$4:$5')
  const [, name = '', parameters = '', value = ''] = PROPERTY.exec(line) ?? []
  if (name.toUpperCase() === 'RRULE') {
    const rule = value.toUpperCase().replace(/\s/g, '')
    const counted = rule.replace(/(?<=(?:^|;)COUNT=)(?!0*[1-9]\d*(?:;|$))[^;]*/, UNREADABLE)
    return [`RRULE:${counted.replace(/(?<=(?:^|;)UNTIL=)[^;]+/, repairTime)}`]
  }
  if (!TIMES.has(name.toUpperCase()) || /;VALUE=PERIOD/i.test(parameters)) return [line]
  const values = value
    .split(',')
    .map((one) => repairTime(one.trim()))
    .filter(Boolean)
  const rest = parameters.replace(/;VALUE=[^;]*/gi, '')
  const days = values.filter((one) => DATE.test(one))
  const times = values.filter((one) => WALL.test(one))
  const others = values.filter((one) => !DATE.test(one) && !WALL.test(one))
  return [
    ...others.map((one) => `${name}:${one}`),
    ...(times.length > 0 ? [`${name}${rest}:${times.join(',')}`] : []),
    ...(days.length > 0
      ? [`${name}${rest.replace(/;TZID=(?:"[^"]*"|[^;]*)/gi, '')};VALUE=DATE:${days.join(',')}`]
      : []),
  ]
}

/**
 * A time as iCalendar writes it: `2026-12-02T09:00+01:00` is `20261202T080000Z`. A day that no month has, or
 * an hour that no day has, is unreadable, and anything else stays as it is.
 * @param {string} text
 */
function repairTime(text) {
  const [, year, month, day, hour, minute, second = '00', zone = ''] = TIME.exec(text) ?? []
  if (!year) return text
  const lastDay = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
  const isDay = Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= lastDay
  const isTime = Number(hour ?? 0) <= 24 && Number(minute ?? 0) <= 59 && Number(second) <= 60
  if (!isDay || !isTime) return UNREADABLE
  if (!hour) return `${year}${month}${day}`
  const wall = `${year}${month}${day}T${hour}${minute}${second}`
  if (!/\d/.test(zone)) return wall + zone.toUpperCase()
  const [, sign, hours = '', minutes = '00'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? []
  const offsetMinutes = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
  const ms = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute) - offsetMinutes,
  )
  return `${new Date(ms).toISOString().slice(0, 17)}${second}Z`.replace(/[-:]/g, '')
}

/**
 * The busy times of a VFREEBUSY, as events.
 * @param {string} line
 */
function toBusyEvents(line) {
  const [, name = '', parameters = '', value = ''] = PROPERTY.exec(line) ?? []
  if (name.toUpperCase() !== 'FREEBUSY' || /;FBTYPE=FREE(?:;|$)/i.test(parameters)) return []
  return value.split(',').map((period) => {
    const [start = '', end = ''] = period.trim().split('/')
    const length = /^P/i.test(end) ? `DURATION:${end}` : `DTEND:${repairTime(end)}`
    return ['BEGIN:VEVENT', `DTSTART:${repairTime(start)}`, length, 'END:VEVENT'].join('\r\n')
  })
}
