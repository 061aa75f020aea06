import { describe, expect, it } from 'vitest'
import { addDays, DAY_MS, HOUR_MS, MINUTE_MS } from '../time.ts'
import { type Availability, getWindowsOn, listFreeSlots } from './slots.ts'
import { listSlotsByDate } from './viewer-slots.ts'
import type { Window } from './windows.ts'

const utc = (text: string) => Date.parse(text)
const everyDay = (start: string, end: string) =>
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start, end }))
const window = (start: string, end: string, slotMinutes = 60, bufferMinutes = 0) => ({
  start,
  end,
  slotMinutes,
  bufferMinutes,
})

/** Free slots of one date as `09:00-10:00 60`: wall time in the caregiver's zone and minutes. */
function listSlots(date: string, zone: string, windows: Window[], taken: Partial<Availability> = {}) {
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
      'the weekday rules, sorted, with the default slots',
      '2026-12-01',
      [window('09:00', '12:00'), window('13:00', '15:00')],
    ],
    ['nothing where an override closes the date', '2026-12-02', []],
    ['only the windows of an override', '2026-12-03', [window('20:00', '22:00', 30, 5)]],
    ['nothing where an override has no windows', '2026-12-04', []],
    ['nothing on a weekday without rules', '2026-12-05', []],
    ['the weekday rules one week later', '2026-12-09', [window('09:00', '12:00')]],
  ])('gives %s', (_name, date, expected) => {
    expect(getWindowsOn(date, calendar)).toEqual(expected)
  })

  it('does not change the order of the given windows', () => {
    const windows = Object.freeze([window('13:00', '14:00'), window('09:00', '10:00')])
    const overrides = [{ date: '2026-12-01', isAvailable: true, windows }]
    expect(getWindowsOn('2026-12-01', { zone: 'UTC', rules: [], overrides }).map((one) => one.start)).toEqual(
      ['09:00', '13:00'],
    )
  })
})

describe('listFreeSlots, by example', () => {
  it.each([
    ['whole slots and drops the remainder', [window('09:00', '11:30')], ['09:00-10:00 60', '10:00-11:00 60']],
    [
      'slots with buffers between them',
      [window('09:00', '12:00', 45, 15)],
      ['09:00-09:45 45', '10:00-10:45 45', '11:00-11:45 45'],
    ],
    [
      'a last slot without room for its buffer',
      [window('09:00', '11:15', 60, 15)],
      ['09:00-10:00 60', '10:15-11:15 60'],
    ],
    ['a window that ends at midnight', [window('22:00', '00:00')], ['22:00-23:00 60', '23:00-00:00 60']],
    ['nothing when the slot is longer than the window', [window('09:00', '09:45')], []],
    [
      'overlapping windows so that the earlier slot wins',
      [window('09:30', '11:30'), window('09:00', '10:00')],
      ['09:00-10:00 60', '10:30-11:30 60'],
    ],
    ['nothing from a window that ends before it starts', [window('12:00', '09:00')], []],
    ['nothing for slots of 0 minutes', [window('09:00', '12:00', 0)], []],
    ['nothing for a negative buffer', [window('09:00', '12:00', 60, -60)], []],
    ['nothing for slots of NaN minutes', [window('09:00', '12:00', Number.NaN)], []],
  ])('cuts %s', (_name, windows, expected) => {
    expect(listSlots('2026-12-01', 'UTC', windows)).toEqual(expected)
  })

  it.each([
    [
      'skips times that do not exist',
      '2026-03-08',
      [window('00:00', '05:00')],
      ['00:00-01:00 60', '03:00-04:00 60', '04:00-05:00 60'],
    ],
    [
      'shortens a slot across the missing hour',
      '2026-03-08',
      [window('01:00', '05:00', 240)],
      ['01:00-05:00 180'],
    ],
    [
      'adds the repeated hour to the slot before the change',
      '2026-11-01',
      [window('00:00', '03:00')],
      ['00:00-01:00 60', '01:00-02:00 120', '02:00-03:00 60'],
    ],
    [
      'lengthens a slot across the repeated hour',
      '2026-11-01',
      [window('00:00', '04:00', 240)],
      ['00:00-04:00 300'],
    ],
  ])('%s when clocks change in New York', (_name, date, windows, expected) => {
    expect(listSlots(date, 'America/New_York', windows)).toEqual(expected)
  })

  it('handles clock changes of half an hour and skipped dates', () => {
    expect(listSlots('2026-10-04', 'Australia/Lord_Howe', [window('01:00', '04:00', 30)])).toEqual([
      '01:00-01:30 30',
      '02:30-03:00 30',
      '03:00-03:30 30',
      '03:30-04:00 30',
    ])
    expect(listSlots('2011-12-30', 'Pacific/Apia', [window('09:00', '17:00')])).toEqual([])
    expect(listSlots('2011-12-31', 'Pacific/Apia', [window('09:00', '10:00')])).toEqual(['09:00-10:00 60'])
  })

  const night = (start: string, end: string, slotMinutes = 60) => ({
    ...window(start, end, slotMinutes),
    endsNextDay: true,
  })

  it('cuts a night across midnight, in one row with the date on which it begins', () => {
    const calendar = {
      zone: 'America/New_York',
      rules: [{ weekday: 2, start: '21:00', end: '06:00', endsNextDay: true }],
      overrides: [],
    }
    const list = (fromMs: number, toMs: number) =>
      listFreeSlots({ calendar, booked: [], timeOff: [], nowMs: 0, fromMs, toMs })
    const [start, end] = [utc('2026-12-02T02:00Z'), utc('2026-12-02T11:00Z')]
    const slots = list(start, end)
    expect([slots.length, slots[0]?.startMs, slots.at(-1)?.endMs]).toEqual([9, start, end])
    // A range that begins within the night has the rest of it.
    expect(list(utc('2026-12-02T06:30Z'), end)).toEqual(slots.slice(5))
    expect(list(end, utc('2026-12-09T02:00Z'))).toEqual([])
  })

  it('makes a night longer or shorter where clocks change in it', () => {
    expect(listSlots('2026-10-31', 'America/New_York', [night('21:00', '06:00', 540)])).toEqual([
      '21:00-06:00 600',
    ])
    expect(listSlots('2027-03-13', 'America/New_York', [night('21:00', '06:00', 540)])).toEqual([
      '21:00-06:00 480',
    ])
  })

  it('offers no slot that overlaps the night before, even where that night’s slot gives way itself', () => {
    const list = (...nights: [string, Window][]) => {
      const overrides = nights.map(([date, one]) => ({ date, isAvailable: true, windows: [one] }))
      const range = { fromMs: utc('2026-12-03T00:00Z'), toMs: utc('2026-12-04T00:00Z') }
      const calendar = { zone: 'UTC', rules: [], overrides }
      return listFreeSlots({ calendar, booked: [], timeOff: [], nowMs: 0, ...range }).map(({ startMs }) =>
        new Date(startMs).toISOString().slice(11, 16),
      )
    }
    const morning: [string, Window] = ['2026-12-03', window('04:00', '07:00')]
    expect(list(morning)).toEqual(['04:00', '05:00', '06:00'])
    expect(list(['2026-12-02', night('23:30', '05:30', 360)], morning)).toEqual(['06:00'])
    expect(
      list(['2026-12-01', night('20:00', '00:30')], ['2026-12-02', night('00:00', '05:30', 330)], morning),
    ).toEqual(['04:00', '05:00', '06:00'])
  })

  it('keeps buffers free of bookings but not of time off', () => {
    const windows = [window('09:00', '13:00', 60, 15)]
    const taken = [{ startMs: utc('2026-12-01T10:00Z'), endMs: utc('2026-12-01T10:10Z') }]
    expect(listSlots('2026-12-01', 'UTC', windows, { booked: taken })).toEqual([
      '10:15-11:15 60',
      '11:30-12:30 60',
    ])
    const buffered = taken.map((one) => ({ ...one, bufferMs: 6 * MINUTE_MS }))
    expect(listSlots('2026-12-01', 'UTC', windows, { booked: buffered })).toEqual(['11:30-12:30 60'])
    expect(listSlots('2026-12-01', 'UTC', windows, { timeOff: taken })).toEqual([
      '09:00-10:00 60',
      '10:15-11:15 60',
      '11:30-12:30 60',
    ])
  })

  it.each<[string, number, Partial<Availability>, Window[], string[]]>([
    ['no gap that is too short', 120, {}, [window('09:00', '13:00')], ['11:00', '12:00']],
    ['no slot where all gaps are too short', 180, {}, [window('09:00', '13:00')], []],
    [
      'every slot of a gap that is just as long',
      120,
      {},
      [window('09:00', '13:00', 30)],
      ['11:00', '11:30', '12:00', '12:30'],
    ],
    ['no slots with buffers, which don’t touch', 90, {}, [window('11:00', '14:00', 60, 30)], []],
    [
      'nothing that the notice makes too short',
      120,
      { noticeMs: 12 * HOUR_MS },
      [window('09:00', '13:00')],
      [],
    ],
    [
      'windows that touch as one',
      120,
      {},
      [window('11:00', '12:00'), window('12:00', '13:30', 90)],
      ['11:00', '12:00'],
    ],
    ['a night as one', 240, {}, [night('22:00', '02:00')], ['22:00', '23:00', '00:00', '01:00']],
    ['no night that is too short', 270, {}, [night('22:00', '02:00')], []],
  ])('offers for a minimum visit %s', (_name, minimumMinutes, taken, windows, expected) => {
    // Booked from 10:00 to 11:00.
    const booked = [{ startMs: utc('2026-12-01T10:00Z'), endMs: utc('2026-12-01T11:00Z') }]
    const slots = listSlots('2026-12-01', 'UTC', windows, {
      ...{ booked, nowMs: utc('2026-12-01T00:00Z'), minimumVisitMs: minimumMinutes * MINUTE_MS },
      ...taken,
    })
    expect(slots.map((slot) => slot.slice(0, 5))).toEqual(expected)
  })

  it('keeps the buffer that a booking was made with after the hours change', () => {
    // Booked from 09:00 to 10:00 with a buffer of an hour, before the hours became half hours without a
    // buffer.
    const booked = [
      { startMs: utc('2026-12-01T09:00Z'), endMs: utc('2026-12-01T10:00Z'), bufferMs: 60 * MINUTE_MS },
    ]
    expect(listSlots('2026-12-01', 'UTC', [window('08:00', '12:00', 30)], { booked })).toEqual([
      '08:00-08:30 30',
      '08:30-09:00 30',
      '11:00-11:30 30',
      '11:30-12:00 30',
    ])
  })

  it('offers a slot of two windows once, with the shorter buffer, in either order of the windows', () => {
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

  it('offers a slot until it starts, or until the notice before that', () => {
    const nowMs = utc('2026-12-01T10:00Z')
    expect(listSlots('2026-12-01', 'UTC', [window('09:00', '11:00')], { nowMs })).toEqual(['10:00-11:00 60'])
    expect(listSlots('2026-12-01', 'UTC', [window('09:00', '11:00')], { nowMs: nowMs + 1 })).toEqual([])
    const noticeMs = 24 * HOUR_MS
    const dayBefore = nowMs - noticeMs
    expect(
      listSlots('2026-12-01', 'UTC', [window('09:00', '11:00')], { nowMs: dayBefore, noticeMs }),
    ).toEqual(['10:00-11:00 60'])
  })

  it('applies weekly rules by the weekday in the caregiver’s zone', () => {
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

  it('rejects a range that is too long or not a number, and an unknown zone', () => {
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
