import { describe, expect, it } from 'vitest'
import {
  type Availability,
  countSlotsByDate,
  coverBySlots,
  coverLocalWindow,
  getWindowsOn,
  listFreeSlots,
  listSlotsByDate,
} from './slots.ts'
import { addDays, DAY_MS, MINUTE_MS } from './time.ts'

const utc = (text: string) => Date.parse(text)
const everyDay = (start: string, end: string) =>
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start, end }))
const window = (start: string, end: string, slotMinutes = 60, bufferMinutes = 0) => ({
  start,
  end,
  slotMinutes,
  bufferMinutes,
})

/** Free slots of one date, `09:00-10:00` in the caregiver's zone; the parts given replace an empty calendar. */
function slotsOf(
  date: string,
  zone: string,
  windows: ReturnType<typeof window>[],
  taken: Partial<Availability> = {},
) {
  const calendar = { zone, rules: [], overrides: [{ date, isAvailable: true, windows }] }
  const input = {
    calendar,
    booked: [],
    timeOff: [],
    nowMs: 0,
    ...taken,
    first: addDays(date, -1),
    last: addDays(date, 1),
  }
  return [...listSlotsByDate({ ...input, viewerZone: zone }).values()]
    .flat()
    .map((slot) => `${slot.start}-${slot.end} ${(slot.endMs - slot.startMs) / MINUTE_MS}`)
}

describe('getWindowsOn', () => {
  const closed = { date: '2026-12-02', isAvailable: false, windows: [window('09:00', '10:00')] }
  const special = { date: '2026-12-03', isAvailable: true, windows: [window('20:00', '22:00', 30, 5)] }
  const empty = { date: '2026-12-04', isAvailable: true, windows: [] }
  const rules = [
    { weekday: 2, start: '13:00', end: '15:00' },
    { weekday: 2, start: '09:00', end: '12:00' },
    { weekday: 3, start: '09:00', end: '12:00' },
    { weekday: 4, start: '09:00', end: '12:00' },
    { weekday: 5, start: '09:00', end: '12:00' },
  ]
  const calendar = { zone: 'UTC', rules, overrides: [closed, special, empty] }

  it.each([
    [
      'the weekday rules, sorted, with the usual slots',
      '2026-12-01',
      [window('09:00', '12:00'), window('13:00', '15:00')],
    ],
    ['nothing where an override closes the date', '2026-12-02', []],
    ['the windows of an override alone', '2026-12-03', [window('20:00', '22:00', 30, 5)]],
    ['nothing where an override has no windows', '2026-12-04', []],
    ['nothing on a weekday without rules', '2026-12-05', []],
    ['the rules again a week later', '2026-12-09', [window('09:00', '12:00')]],
  ])('gives %s', (_name, date, expected) => {
    expect(getWindowsOn(date, calendar)).toEqual(expected)
  })

  it('does not reorder the windows it is given', () => {
    const windows = Object.freeze([window('13:00', '14:00'), window('09:00', '10:00')])
    const overrides = [{ date: '2026-12-01', isAvailable: true, windows }]
    expect(getWindowsOn('2026-12-01', { zone: 'UTC', rules: [], overrides }).map((one) => one.start)).toEqual(
      ['09:00', '13:00'],
    )
  })
})

describe('listFreeSlots, by example', () => {
  it.each([
    ['whole slots, no rest', [window('09:00', '11:30')], ['09:00-10:00 60', '10:00-11:00 60']],
    [
      'buffers between',
      [window('09:00', '12:00', 45, 15)],
      ['09:00-09:45 45', '10:00-10:45 45', '11:00-11:45 45'],
    ],
    [
      'no buffer needed after the last',
      [window('09:00', '11:15', 60, 15)],
      ['09:00-10:00 60', '10:15-11:15 60'],
    ],
    ['midnight as an end', [window('22:00', '00:00')], ['22:00-23:00 60', '23:00-00:00 60']],
    ['a slot longer than the window', [window('09:00', '09:45')], []],
    [
      'the first of overlapping windows',
      [window('09:30', '11:30'), window('09:00', '10:00')],
      ['09:00-10:00 60', '10:30-11:30 60'],
    ],
    ['a window the wrong way round', [window('12:00', '09:00')], []],
    ['a slot of no length', [window('09:00', '12:00', 0)], []],
    ['a buffer that goes back', [window('09:00', '12:00', 60, -60)], []],
    ['a slot that is no number', [window('09:00', '12:00', Number.NaN)], []],
  ])('cuts %s', (_name, windows, expected) => {
    expect(slotsOf('2026-12-01', 'UTC', windows)).toEqual(expected)
  })

  it.each([
    [
      'skips times that do not exist',
      '2026-03-08',
      [window('00:00', '05:00')],
      ['00:00-01:00 60', '03:00-04:00 60', '04:00-05:00 60'],
    ],
    [
      'keeps a slot across the missing hour, shorter',
      '2026-03-08',
      [window('01:00', '05:00', 240)],
      ['01:00-05:00 180'],
    ],
    [
      'gives the repeated hour to the slot before the change',
      '2026-11-01',
      [window('00:00', '03:00')],
      ['00:00-01:00 60', '01:00-02:00 120', '02:00-03:00 60'],
    ],
    [
      'keeps a slot across the repeated hour, longer',
      '2026-11-01',
      [window('00:00', '04:00', 240)],
      ['00:00-04:00 300'],
    ],
  ])('%s when clocks change in New York', (_name, date, windows, expected) => {
    expect(slotsOf(date, 'America/New_York', windows)).toEqual(expected)
  })

  it('follows half hour changes and whole missing days', () => {
    expect(slotsOf('2026-10-04', 'Australia/Lord_Howe', [window('01:00', '04:00', 30)])).toEqual([
      '01:00-01:30 30',
      '02:30-03:00 30',
      '03:00-03:30 30',
      '03:30-04:00 30',
    ])
    expect(slotsOf('2011-12-30', 'Pacific/Apia', [window('09:00', '17:00')])).toEqual([])
    expect(slotsOf('2011-12-31', 'Pacific/Apia', [window('09:00', '10:00')])).toEqual(['09:00-10:00 60'])
  })

  it('keeps the buffer away from bookings, not from time off', () => {
    const windows = [window('09:00', '13:00', 60, 15)]
    const taken = [{ startMs: utc('2026-12-01T10:00Z'), endMs: utc('2026-12-01T10:10Z') }]
    expect(slotsOf('2026-12-01', 'UTC', windows, { booked: taken })).toEqual([
      '10:15-11:15 60',
      '11:30-12:30 60',
    ])
    const rested = taken.map((one) => ({ ...one, bufferMs: 6 * MINUTE_MS }))
    expect(slotsOf('2026-12-01', 'UTC', windows, { booked: rested })).toEqual(['11:30-12:30 60'])
    expect(slotsOf('2026-12-01', 'UTC', windows, { timeOff: taken })).toEqual([
      '09:00-10:00 60',
      '10:15-11:15 60',
      '11:30-12:30 60',
    ])
  })

  it('keeps the rest that a booking was made with, whatever the hours are now', () => {
    // Booked from 09:00 to 10:00 with an hour's rest; then the hours were changed to half hours without any.
    const booked = [
      { startMs: utc('2026-12-01T09:00Z'), endMs: utc('2026-12-01T10:00Z'), bufferMs: 60 * MINUTE_MS },
    ]
    expect(slotsOf('2026-12-01', 'UTC', [window('08:00', '12:00', 30)], { booked })).toEqual([
      '08:00-08:30 30',
      '08:30-09:00 30',
      '11:00-11:30 30',
      '11:30-12:00 30',
    ])
  })

  it('offers a slot that two windows make once, with the shorter rest, in whatever order they stand', () => {
    const windows = [window('00:15', '00:00', 60, 0), window('00:00', '00:00', 60, 15)]
    for (const inOrder of [windows, [...windows].reverse()]) {
      const overrides = [{ date: '2026-12-31', isAvailable: true, windows: inOrder }]
      const fromMs = utc('2026-12-31T01:15Z')
      const input = { calendar: { zone: 'UTC', rules: [], overrides }, booked: [], timeOff: [], nowMs: 0 }
      expect(listFreeSlots({ ...input, fromMs, toMs: fromMs + 1 })).toEqual([
        { startMs: fromMs, endMs: fromMs + 60 * MINUTE_MS, bufferMs: 0 },
      ])
    }
  })

  it('offers a slot until the moment it starts', () => {
    const nowMs = utc('2026-12-01T10:00Z')
    expect(slotsOf('2026-12-01', 'UTC', [window('09:00', '11:00')], { nowMs })).toEqual(['10:00-11:00 60'])
    expect(slotsOf('2026-12-01', 'UTC', [window('09:00', '11:00')], { nowMs: nowMs + 1 })).toEqual([])
  })

  it('applies weekly rules by the weekday of the caregiver, not of UTC', () => {
    const calendar = {
      zone: 'Pacific/Kiritimati',
      rules: [{ weekday: 2, start: '08:00', end: '09:00' }],
      overrides: [],
    }
    const range = { fromMs: utc('2028-02-28T00:00Z'), toMs: utc('2028-03-06T00:00Z') }
    expect(listFreeSlots({ calendar, booked: [], timeOff: [], nowMs: 0, ...range })).toEqual([
      { startMs: utc('2028-02-28T18:00Z'), endMs: utc('2028-02-28T19:00Z'), bufferMs: 0 },
    ])
  })

  it('refuses a range without an end and a zone that is none', () => {
    const calendar = { zone: 'UTC', rules: everyDay('09:00', '10:00'), overrides: [] }
    const input = { calendar, booked: [], timeOff: [], nowMs: 0, fromMs: 0 }
    expect(() => listFreeSlots({ ...input, toMs: 401 * DAY_MS })).toThrow(RangeError)
    expect(() => listFreeSlots({ ...input, toMs: Number.NaN })).toThrow(RangeError)
    expect(() => listFreeSlots({ ...input, calendar: { ...calendar, zone: 'X' }, toMs: DAY_MS })).toThrow(
      RangeError,
    )
    expect(listFreeSlots({ ...input, toMs: 400 * DAY_MS })).toHaveLength(400)
  })
})

describe('listSlotsByDate', () => {
  it('keeps dates whole where clocks go back over midnight', () => {
    // In St. John's, 00:01 on 7 November 2010 became 23:01 on the 6th: 02:31 in UTC.
    const zone = 'America/St_Johns'
    const date = '2010-11-07'
    const calendar = (inZone: string, windows: ReturnType<typeof window>[]) => ({
      zone: inZone,
      rules: [],
      overrides: [{ date, isAvailable: true, windows }],
    })
    const taken = { booked: [], timeOff: [], nowMs: 0 }
    const startsOf = (first: string) =>
      listSlotsByDate({
        ...taken,
        calendar: calendar('UTC', [window('02:00', '05:00', 30)]),
        first,
        last: first,
        viewerZone: zone,
      })
        .get(first)
        ?.map((slot) => `${new Date(slot.startMs).toISOString().slice(11, 16)} ${slot.start}-${slot.end}`)
    expect(startsOf('2010-11-06')).toEqual(['02:00 23:30-00:00', '03:00 23:30-00:00'])
    expect(startsOf(date)).toEqual([
      '02:30 00:00-23:30',
      '03:30 00:00-00:30',
      '04:00 00:30-01:00',
      '04:30 01:00-01:30',
    ])

    const range = { fromMs: utc('2010-11-07T02:00Z'), toMs: utc('2010-11-07T02:45Z') }
    expect(
      listFreeSlots({ ...taken, calendar: calendar(zone, [window('00:00', '01:00')]), ...range }),
    ).toEqual([{ startMs: utc('2010-11-07T02:30Z'), endMs: utc('2010-11-07T04:30Z'), bufferMs: 0 }])
  })

  it('has a slot of the evening on the next date further east', () => {
    const calendar = { zone: 'America/New_York', rules: everyDay('20:00', '21:00'), overrides: [] }
    const input = { calendar, booked: [], timeOff: [], nowMs: 0, first: '2026-12-01', last: '2026-12-01' }
    expect([...listSlotsByDate({ ...input, viewerZone: 'Asia/Kathmandu' })]).toEqual([
      [
        '2026-12-01',
        [
          {
            date: '2026-12-01',
            start: '06:45',
            end: '07:45',
            startMs: utc('2026-12-01T01:00Z'),
            endMs: utc('2026-12-01T02:00Z'),
          },
        ],
      ],
    ])
  })
})

describe('countSlotsByDate', () => {
  it('tells full days from those without hours, and ends where the offer does', () => {
    const booked = [
      { startMs: utc('2026-12-01T09:00Z'), endMs: utc('2026-12-01T11:00Z') },
      { startMs: utc('2026-12-02T09:00Z'), endMs: utc('2026-12-02T10:00Z'), bufferMs: 15 * MINUTE_MS },
    ]
    const calendar = {
      zone: 'UTC',
      rules: [1, 2, 3, 4].map((weekday) => ({ weekday, start: '09:00', end: '11:00' })),
      overrides: [],
    }
    const timeOff = [{ startMs: utc('2026-12-03T00:00Z'), endMs: utc('2026-12-04T00:00Z') }]
    const range = { first: '2026-12-01', last: '2026-12-08', untilMs: utc('2026-12-08T10:00Z') }
    const input = { calendar, booked, timeOff, nowMs: 0, viewerZone: 'UTC', ...range }
    expect([...countSlotsByDate(input)]).toEqual([
      ['2026-12-01', { free: 0, booked: 2 }],
      ['2026-12-02', { free: 0, booked: 2 }],
      ['2026-12-03', { free: 0, booked: 0 }],
      ['2026-12-04', { free: 0, booked: 0 }],
      ['2026-12-05', { free: 0, booked: 0 }],
      ['2026-12-06', { free: 0, booked: 0 }],
      ['2026-12-07', { free: 2, booked: 0 }],
      ['2026-12-08', { free: 1, booked: 0 }],
    ])
  })
})

describe('coverBySlots', () => {
  it('covers nothing with nothing', () => {
    expect(coverBySlots({ startMs: 5, endMs: 5 }, [{ startMs: 5, endMs: 6 }])).toBeNull()
    expect(coverBySlots({ startMs: 6, endMs: 5 }, [{ startMs: 5, endMs: 6 }])).toBeNull()
    expect(coverBySlots({ startMs: 5, endMs: 6 }, [])).toBeNull()
  })

  it('finds the slot that was shown when its hour occurs twice', () => {
    const hours = [5, 6, 7].map((hour) => ({
      startMs: utc(`2026-11-01T0${hour}:00Z`),
      endMs: utc(`2026-11-01T0${hour + 1}:00Z`),
    }))
    const ask = (start: string, end: string) =>
      coverLocalWindow({ date: '2026-11-01', start, end }, 'America/New_York', hours)
    expect(ask('01:00', '01:00')).toEqual([hours[0]])
    expect(ask('01:00', '02:00')).toEqual([hours[1]])
    expect(ask('01:00', '03:00')).toEqual([hours[1], hours[2]])
    expect(ask('02:00', '03:00')).toEqual([hours[2]])
    expect(ask('02:00', '03:30')).toBeNull()
  })
})
