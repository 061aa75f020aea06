import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../time.ts'
import { listFreeSlots } from './slots.ts'
import { countSlotsByDate, listSlotsByDate } from './viewer-slots.ts'

const utc = (text: string) => Date.parse(text)
const everyDay = (start: string, end: string) =>
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start, end }))
const window = (start: string, end: string, slotMinutes = 60, bufferMinutes = 0) => ({
  start,
  end,
  slotMinutes,
  bufferMinutes,
})

describe('listSlotsByDate', () => {
  it('keeps a date’s slots together where clocks go back over midnight', () => {
    // In St. John's, 00:01 on 7 November 2010 became 23:01 on the 6th: 02:31 in UTC.
    const zone = 'America/St_Johns'
    const date = '2010-11-07'
    const calendar = (inZone: string, windows: ReturnType<typeof window>[]) => ({
      zone: inZone,
      rules: [],
      overrides: [{ date, isAvailable: true, windows }],
    })
    const taken = { booked: [], timeOff: [], nowMs: 0 }
    const listStarts = (first: string) =>
      listSlotsByDate({
        ...taken,
        calendar: calendar('UTC', [window('02:00', '05:00', 30)]),
        first,
        last: first,
        viewerZone: zone,
      })
        .get(first)
        ?.map((slot) => `${new Date(slot.startMs).toISOString().slice(11, 16)} ${slot.start}-${slot.end}`)
    expect(listStarts('2010-11-06')).toEqual(['02:00 23:30-00:00', '03:00 23:30-00:00'])
    expect(listStarts(date)).toEqual([
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

  it('lists an evening slot on the next date for a viewer further east', () => {
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
  it('counts free and booked slots up to the end of the range', () => {
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
    expect([...countSlotsByDate(input)]).toMatchObject([
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

  it.each([
    ['UTC', [0, 3, 0]],
    // In Kolkata the night is from 2:30 AM to 11:30 AM, all on one date.
    ['Asia/Kolkata', [0, 0, 9]],
  ])(
    'takes a booked night as part of the date on which it begins in %s, so that the next one is closed',
    (viewerZone, booked) => {
      const windows = [{ ...window('21:00', '06:00'), endsNextDay: true }]
      const calendar = {
        zone: 'UTC',
        rules: [],
        overrides: [{ date: '2026-12-02', isAvailable: true, windows }],
      }
      const night = { startMs: utc('2026-12-02T21:00Z'), endMs: utc('2026-12-03T06:00Z') }
      const range = { first: '2026-12-01', last: '2026-12-03', viewerZone }
      const count = (input: { booked: (typeof night)[] }) => [
        ...countSlotsByDate({ calendar, timeOff: [], nowMs: 0, ...input, ...range }).values(),
      ]
      expect(count({ booked: [night] })).toMatchObject(booked.map((slots) => ({ free: 0, booked: slots })))
      // What is free of it is counted where it starts.
      expect(count({ booked: [] }).reduce((sum, { free }) => sum + free, 0)).toBe(9)
    },
  )

  it('counts slots that are too short for a visit neither as free nor as booked', () => {
    const windows = [window('09:00', '12:00')]
    const overrides = [
      { date: '2026-12-01', isAvailable: true, windows },
      { date: '2026-12-02', isAvailable: true, windows: [window('09:00', '10:00')] },
    ]
    const calendar = { zone: 'UTC', rules: [], overrides }
    const booked = [{ startMs: utc('2026-12-01T10:00Z'), endMs: utc('2026-12-01T11:00Z') }]
    const input = { calendar, booked, timeOff: [], nowMs: 0, minimumVisitMs: 120 * MINUTE_MS }
    const range = { first: '2026-12-01', last: '2026-12-02', viewerZone: 'UTC' }
    expect([...countSlotsByDate({ ...input, ...range })]).toMatchObject([
      ['2026-12-01', { free: 0, booked: 1 }],
      ['2026-12-02', { free: 0, booked: 0 }],
    ])
  })

  it('says what begins on each date, also where a night reaches beyond the ends of the range', () => {
    const rules = everyDay('21:00', '06:00').map((rule) => ({ ...rule, endsNextDay: true }))
    const calendar = { zone: 'UTC', rules, overrides: [] }
    const booked = [{ startMs: utc('2026-12-02T21:00Z'), endMs: utc('2026-12-03T06:00Z') }]
    const range = { first: '2026-12-01', last: '2026-12-03', viewerZone: 'UTC' }
    const night = { minutes: 0, has_night: true }
    expect([...countSlotsByDate({ calendar, booked, timeOff: [], nowMs: 0, ...range }).values()]).toEqual([
      { free: 9, booked: 0, own: night },
      // Of this date's own night nothing is free.
      { free: 6, booked: 3, own: { minutes: 0, has_night: false } },
      { free: 3, booked: 0, own: night },
    ])
  })
})
