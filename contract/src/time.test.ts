import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { countRuns, fc } from '../test/random.ts'
import {
  addDays,
  DAY_MS,
  findInstants,
  fromDayNumber,
  getOffsetMs,
  getWeekday,
  HOUR_MS,
  isLocalDate,
  isLocalTime,
  isZone,
  listMonthDates,
  MINUTE_MS,
  startOfDate,
  toDateInterval,
  toDayNumber,
  toInstant,
  toLocalDate,
  toLocalDateTime,
  toLocalTime,
  toMinutes,
} from './time.ts'

const ZONES = [
  'UTC',
  'America/New_York',
  'America/St_Johns',
  'America/Nuuk',
  'America/Santiago',
  'Europe/London',
  'Africa/Casablanca',
  'Africa/Cairo',
  'Asia/Beirut',
  'Asia/Gaza',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
]

/** Random instants in whole minutes, many of them near a clock change of their zone. */
const moment = fc
  .record({
    zone: fc.constantFrom(...ZONES),
    minute: fc.integer({
      min: Date.UTC(2005, 0, 1) / MINUTE_MS,
      max: Date.UTC(2035, 0, 1) / MINUTE_MS,
    }),
    nearChange: fc.boolean(),
    shift: fc.integer({ min: -36 * 60, max: 36 * 60 }),
  })
  .map(({ zone, minute, nearChange, shift }) => {
    const start = Temporal.Instant.fromEpochMilliseconds(minute * MINUTE_MS).toZonedDateTimeISO(zone)
    const change = nearChange ? start.getTimeZoneTransition('next') : null
    return { zone, epochMs: change ? change.epochMilliseconds + shift * MINUTE_MS : minute * MINUTE_MS }
  })

/** Every instant within 36 hours, in steps of 15 minutes, at which the zone's clocks show the wall time. */
function modelInstants(wall: Temporal.PlainDateTime, zone: string): number[] {
  const centre = wall.toZonedDateTime('UTC').epochMilliseconds
  const found: number[] = []
  for (let epochMs = centre - 36 * HOUR_MS; epochMs <= centre + 36 * HOUR_MS; epochMs += 15 * MINUTE_MS) {
    const local = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(zone).toPlainDateTime()
    if (local.equals(wall)) found.push(epochMs)
  }
  return found
}

describe('dates and times', () => {
  it.each(['2026-01-01', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'])(
    'accepts %s as a date',
    (date) => {
      expect(isLocalDate(date)).toBe(true)
    },
  )

  it.each([
    '',
    '2026-02-29',
    '1900-02-29',
    '2026-02-30',
    '2026-04-31',
    '2026-13-01',
    '2026-00-01',
    '2026-01-00',
    '2026-1-1',
    '20260101',
    '2026-01-01T00:00',
    '+002026-01-01',
    '0000-01-01',
    ' 2026-01-01',
    '2026-01-01\n',
  ])('rejects %j as a date', (date) => {
    expect(isLocalDate(date)).toBe(false)
    expect(() => toDayNumber(date)).toThrow(RangeError)
  })

  it.each([
    ['00:00', true],
    ['23:59', true],
    ['24:00', false],
    ['12:60', false],
    ['9:00', false],
    ['09:00:00', false],
    ['09:00\n', false],
    ['', false],
  ])('says whether %j is a time: %s', (time, expected) => {
    expect(isLocalTime(time)).toBe(expected)
  })

  it('converts minutes to times and back', () => {
    for (let minutes = 0; minutes < 1_440; minutes++) expect(toMinutes(toLocalTime(minutes))).toBe(minutes)
    expect(toLocalTime(1_440)).toBe('00:00')
    expect(toLocalTime(-1)).toBe('23:59')
    expect(() => toMinutes('24:00')).toThrow(RangeError)
  })

  it('computes days, weekdays and months as Temporal does', () => {
    const date = fc.integer({ min: toDayNumber('1601-01-01'), max: toDayNumber('2400-12-31') })
    fc.assert(
      fc.property(date, fc.integer({ min: -5_000, max: 5_000 }), (dayNumber, days) => {
        const text = fromDayNumber(dayNumber)
        const model = Temporal.PlainDate.from(text)
        expect(toDayNumber(text)).toBe(dayNumber)
        expect(getWeekday(text)).toBe(model.dayOfWeek)
        expect(addDays(text, days)).toBe(model.add({ days }).toString())
        const month = listMonthDates(model.year, model.month)
        expect(month).toHaveLength(model.daysInMonth)
        expect(month[model.day - 1]).toBe(text)
        expect(new Set(month).size).toBe(month.length)
      }),
    )
  })

  it('rejects dates after 9999-12-31 and months that do not exist', () => {
    expect(listMonthDates(9999, 12).at(-1)).toBe('9999-12-31')
    expect(() => addDays('9999-12-31', 1)).toThrow(RangeError)
    expect(() => listMonthDates(2026, 13)).toThrow(RangeError)
    expect(() => fromDayNumber(Number.NaN)).toThrow(RangeError)
  })
})

describe('isZone', () => {
  it.each([...ZONES, 'Etc/GMT+5', 'America/Argentina/Buenos_Aires'])('accepts %s', (zone) => {
    expect(isZone(zone)).toBe(true)
    expect(isZone(zone)).toBe(true)
  })

  it.each([
    '',
    'Mars/Olympus',
    '+05:30',
    '-08:00',
    'Europe/',
    '/London',
    'Europe/London ',
    'é',
    'a'.repeat(65),
  ])('rejects %j', (zone) => {
    expect(isZone(zone)).toBe(false)
    expect(() => toInstant('2026-01-01', '00:00', zone)).toThrow(RangeError)
    expect(() => toLocalDateTime(0, zone)).toThrow(RangeError)
  })
})

describe('instants', () => {
  it.each([
    ['an ordinary hour', '2026-12-01', '09:00', 'America/New_York', '2026-12-01T14:00:00Z'],
    ['an offset with half an hour', '2026-12-01', '09:00', 'Asia/Kolkata', '2026-12-01T03:30:00Z'],
    [
      'the last minute before clocks go forward',
      '2026-03-08',
      '01:59',
      'America/New_York',
      '2026-03-08T06:59:00Z',
    ],
    [
      'the first minute after clocks go forward',
      '2026-03-08',
      '03:00',
      'America/New_York',
      '2026-03-08T07:00:00Z',
    ],
    ['the first of a repeated hour', '2026-11-01', '01:30', 'America/New_York', '2026-11-01T05:30:00Z'],
    [
      'the first of a repeated half hour',
      '2026-04-05',
      '01:45',
      'Australia/Lord_Howe',
      '2026-04-04T14:45:00Z',
    ],
    ['a leap day', '2028-02-29', '00:00', 'Pacific/Kiritimati', '2028-02-28T10:00:00Z'],
  ])('converts %s', (_name, date, time, zone, expected) => {
    const epochMs = toInstant(date, time, zone)
    expect(epochMs).toBe(Date.parse(expected))
    expect(toLocalDateTime(Date.parse(expected), zone)).toEqual({ date, time })
  })

  it.each([
    ['2026-03-08', '02:00', 'America/New_York'],
    ['2026-03-08', '02:59', 'America/New_York'],
    ['2026-03-29', '01:30', 'Europe/London'],
    ['2026-10-04', '02:15', 'Australia/Lord_Howe'],
    ['2011-12-30', '12:00', 'Pacific/Apia'],
  ])('finds no instant for %s %s in %s, which a clock change skips', (date, time, zone) => {
    expect(toInstant(date, time, zone)).toBeNull()
  })

  it('finds exactly the instants whose clocks show the wall time', () => {
    fc.assert(
      fc.property(moment, fc.nat(95), ({ zone, epochMs }, quarter) => {
        const date = toLocalDate(epochMs, zone)
        const time = toLocalTime(quarter * 15)
        const expected = modelInstants(Temporal.PlainDateTime.from(`${date}T${time}`), zone)
        expect(findInstants(toDayNumber(date) * DAY_MS + quarter * 15 * MINUTE_MS, zone)).toEqual(expected)
        expect(toInstant(date, time, zone)).toBe(expected[0] ?? null)
      }),
      { numRuns: countRuns(200) },
    )
  })

  it('shows the wall time that Temporal shows, and converts it back to the same instant or the first of two', () => {
    fc.assert(
      fc.property(moment, ({ zone, epochMs }) => {
        const model = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(zone)
        const { date, time } = toLocalDateTime(epochMs, zone)
        expect(`${date}T${time}`).toBe(model.toPlainDateTime().toString({ smallestUnit: 'minute' }))
        expect(getOffsetMs(epochMs, zone)).toBe(model.offsetNanoseconds / 1e6)
        const first = toInstant(date, time, zone)
        expect(first).not.toBeNull()
        expect(first).toBeLessThanOrEqual(epochMs)
        expect(toLocalDateTime(first as number, zone)).toEqual({ date, time })
      }),
      { numRuns: countRuns(1_000) },
    )
  })

  it('starts each date where Temporal does', () => {
    fc.assert(
      fc.property(moment, ({ zone, epochMs }) => {
        const date = toLocalDate(epochMs, zone)
        const start = Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds
        expect(startOfDate(date, zone)).toBe(start)
        expect(toDateInterval(date, date, zone).startMs).toBe(start)
        expect(toDateInterval(date, date, zone).endMs).toBe(startOfDate(addDays(date, 1), zone))
      }),
      { numRuns: countRuns(500) },
    )
  })

  it('starts a date without midnight at 01:00, and a skipped date where the next one starts', () => {
    expect(startOfDate('2024-03-31', 'Asia/Beirut')).toBe(Date.parse('2024-03-30T22:00:00Z'))
    expect(toLocalDateTime(startOfDate('2024-03-31', 'Asia/Beirut'), 'Asia/Beirut').time).toBe('01:00')
    expect(startOfDate('2011-12-30', 'Pacific/Apia')).toBe(startOfDate('2011-12-31', 'Pacific/Apia'))
  })

  it('relies on no zone changing its clocks twice in six days', () => {
    const close: string[] = []
    for (const zone of Intl.supportedValuesOf('timeZone')) {
      let at = Temporal.Instant.from('2024-01-01T00:00Z').toZonedDateTimeISO(zone)
      for (let next = at.getTimeZoneTransition('next'); next && next.year < 2034; ) {
        if (next.epochMilliseconds - at.epochMilliseconds < 6 * DAY_MS) close.push(`${zone} ${next}`)
        at = next
        next = at.getTimeZoneTransition('next')
      }
    }
    expect(close).toEqual([])
  })
})
