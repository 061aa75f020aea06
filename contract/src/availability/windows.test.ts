import { describe, expect, it } from 'vitest'
import { fc } from '../../test/random.ts'
import { type Interval, toLocalTime } from '../time.ts'
import {
  intervalsOverlap,
  mergeAdjacent,
  mustEndNextDay,
  toOpeningInterval,
  toPossibleIntervals,
  validateWindows,
  WINDOW_MESSAGES,
  windowsOverlap,
} from './windows.ts'

const window = (start: string, end: string, slotMinutes = 60, bufferMinutes = 0) => ({
  start,
  end,
  slotMinutes,
  bufferMinutes,
})
const utc = (text: string) => Date.parse(text)

describe('validateWindows', () => {
  it.each([
    ['an empty day', []],
    ['the default window of the editor', [window('09:00', '12:00')]],
    ['a window that ends at midnight', [window('18:00', '00:00')]],
    ['a whole day', [window('00:00', '00:00')]],
    ['windows that touch, in any order', [window('12:00', '15:00'), window('09:00', '12:00')]],
    ['a night', [{ ...window('21:00', '06:00'), endsNextDay: true }]],
    [
      'a night of 16 hours after a morning',
      [window('09:00', '16:00'), { ...window('16:00', '08:00'), endsNextDay: true }],
    ],
    [
      'a window that ends at the midnight between two days',
      [{ ...window('04:00', '00:00'), endsNextDay: true }],
    ],
    ['windows without slot and buffer', [{ start: '09:00', end: '12:00' }]],
    [
      'the shortest slot and the longest',
      [window('09:00', '12:00', 30), window('13:00', '14:00', 1_440, 720)],
    ],
  ])('accepts %s', (_name, windows) => {
    expect(validateWindows(windows)).toEqual([])
  })

  it.each([
    ['an end before the start', [window('12:00', '09:00')], 'Each window must have start before end'],
    ['an end at the start', [window('09:00', '09:00')], 'Each window must have start before end'],
    ['a window past midnight', [window('22:00', '06:00')], 'Each window must have start before end'],
    ['a night that is too long', [{ ...window('16:00', '08:15'), endsNextDay: true }], WINDOW_MESSAGES.night],
    [
      'an end on the next day after a start at the same time',
      [{ ...window('09:00', '09:00'), endsNextDay: true }],
      WINDOW_MESSAGES.night,
    ],
    [
      'an overlap with a night',
      [{ ...window('21:00', '06:00'), endsNextDay: true }, window('22:00', '23:00')],
      WINDOW_MESSAGES.overlap,
    ],
    ['an overlap', [window('09:00', '12:00'), window('11:45', '13:00')], 'Windows overlap — adjust times'],
    ['the same window twice', [window('09:00', '12:00'), window('09:00', '12:00')], WINDOW_MESSAGES.overlap],
    [
      'an overlap with a window that ends at midnight',
      [window('18:00', '00:00'), window('23:30', '23:45')],
      WINDOW_MESSAGES.overlap,
    ],
    ['a slot that is too short', [window('09:00', '12:00', 29)], 'Slot minutes must be at least 30'],
    ['a slot longer than a day', [window('09:00', '12:00', 1_441)], 'Slot minutes must be at most 1440'],
    ['a slot with a fraction', [window('09:00', '12:00', 30.5)], 'Slot minutes must be a whole number'],
    ['a slot of NaN minutes', [window('09:00', '12:00', Number.NaN)], WINDOW_MESSAGES.slotWhole],
    ['a negative buffer', [window('09:00', '12:00', 60, -1)], 'Buffer minutes must be at least 0'],
    ['a buffer that is too long', [window('09:00', '12:00', 60, 721)], 'Buffer minutes must be at most 720'],
    [
      'a buffer with a fraction',
      [window('09:00', '12:00', 60, 0.5)],
      'Buffer minutes must be a whole number',
    ],
    ['malformed times', [window('9:00', '24:00')], 'Enter times as HH:MM'],
  ])('rejects %s', (_name, windows, message) => {
    expect(validateWindows(windows)).toEqual([message])
  })

  it('lists each message once, and the message about the order of times first', () => {
    const windows = [window('12:00', '09:00', 10), window('13:00', '13:00', 10), window('08:00', '18:00')]
    expect(validateWindows([...windows, window('09:00', '10:00')])).toEqual([
      WINDOW_MESSAGES.order,
      WINDOW_MESSAGES.overlap,
      WINDOW_MESSAGES.slotShort,
    ])
  })
})

it.each([
  ['21:00', '06:00', true],
  ['09:00', '09:00', true],
  ['09:00', '08:45', true],
  ['09:00', '09:15', false],
  ['21:00', '00:00', false],
  ['00:00', '00:00', false],
])('hours from %s to %s can only end on the next day: %s', (start, end, expected) => {
  expect(mustEndNextDay(start, end)).toBe(expected)
})

describe('windowsOverlap, intervalsOverlap and mergeAdjacent', () => {
  const spans = fc.array(fc.tuple(fc.nat(95), fc.integer({ min: 1, max: 96 })), { maxLength: 5 })

  it('find an overlap exactly when two windows contain the same quarter of an hour', () => {
    fc.assert(
      fc.property(spans, (pairs) => {
        const quarters = pairs.flatMap(([start, end]) =>
          Array.from({ length: Math.max(0, end - start) }, (_, index) => start + index),
        )
        const windows = pairs.map(([start, end]) => window(toLocalTime(start * 15), toLocalTime(end * 15)))
        const intervals = pairs
          .filter(([start, end]) => start < end)
          .map(([startMs, endMs]) => ({ startMs, endMs }))
        const expected = new Set(quarters).size < quarters.length
        expect(windowsOverlap(windows)).toBe(expected)
        expect(intervalsOverlap(intervals)).toBe(expected)
      }),
    )
  })

  it('merge intervals without adding or losing any time', () => {
    fc.assert(
      fc.property(spans, (pairs) => {
        const contains = (intervals: Interval[], at: number) =>
          intervals.some(({ startMs, endMs }) => startMs <= at && at < endMs)
        const intervals = pairs.map(([startMs, endMs]) => ({ startMs, endMs }))
        const merged = mergeAdjacent(intervals)
        for (let at = 0; at < 97; at++) expect(contains(merged, at)).toBe(contains(intervals, at))
        merged.slice(1).forEach(({ startMs }, index) => {
          expect(startMs).toBeGreaterThan(merged[index]?.endMs ?? Number.NaN)
        })
      }),
    )
  })

  it('do not change the given intervals', () => {
    const intervals = [
      { startMs: 5, endMs: 6 },
      { startMs: 1, endMs: 5 },
    ]
    expect(mergeAdjacent(intervals)).toEqual([{ startMs: 1, endMs: 6 }])
    expect(intervals).toEqual([
      { startMs: 5, endMs: 6 },
      { startMs: 1, endMs: 5 },
    ])
  })
})

describe('toPossibleIntervals', () => {
  const listPossible = (date: string, start: string, end: string, zone = 'America/New_York') =>
    toPossibleIntervals({ date, start, end }, zone).map(({ startMs, endMs }) =>
      [startMs, endMs].map((epochMs) => new Date(epochMs).toISOString().slice(5, 16)),
    )

  it.each([
    ['an ordinary window', '2026-12-01', '09:00', '11:00', [['12-01T14:00', '12-01T16:00']]],
    ['a window that ends on the next day', '2026-12-31', '23:00', '01:00', [['01-01T04:00', '01-01T06:00']]],
    ['a window that ends at midnight', '2026-12-01', '23:00', '00:00', [['12-02T04:00', '12-02T05:00']]],
    ['a whole day', '2026-12-01', '09:00', '09:00', [['12-01T14:00', '12-02T14:00']]],
    ['a skipped start', '2026-03-08', '02:30', '04:00', []],
    ['a skipped end', '2026-03-08', '01:00', '02:00', []],
    ['a night that loses an hour', '2026-03-07', '22:00', '06:00', [['03-08T03:00', '03-08T10:00']]],
    ['a night that gains an hour', '2026-10-31', '22:00', '06:00', [['11-01T02:00', '11-01T11:00']]],
    [
      'a repeated start',
      '2026-11-01',
      '01:00',
      '02:00',
      [
        ['11-01T06:00', '11-01T07:00'],
        ['11-01T05:00', '11-01T07:00'],
      ],
    ],
    [
      'an hour that ends at the wall time it starts at',
      '2026-11-01',
      '01:00',
      '01:00',
      [
        ['11-01T05:00', '11-01T06:00'],
        ['11-01T06:00', '11-02T06:00'],
        ['11-01T05:00', '11-02T06:00'],
      ],
    ],
  ])('finds the intervals of %s', (_name, date, start, end, expected) => {
    expect(listPossible(date, start, end)).toEqual(expected)
  })

  it('rejects a malformed date, time or zone', () => {
    expect(() => listPossible('2026-02-30', '09:00', '10:00')).toThrow(RangeError)
    expect(() => listPossible('2026-02-20', '9:00', '10:00')).toThrow(RangeError)
    expect(() => listPossible('2026-02-20', '09:00', '10:00', 'Nowhere')).toThrow(RangeError)
  })
})

describe('toOpeningInterval', () => {
  it.each([
    ['2026-12-01', '18:00', '00:00', '2026-12-01T23:00Z', '2026-12-02T05:00Z'],
    ['2026-03-08', '01:30', '02:30', '2026-03-08T06:30Z', '2026-03-08T07:00Z'],
    ['2026-03-08', '02:15', '04:00', '2026-03-08T07:00Z', '2026-03-08T08:00Z'],
    ['2026-03-08', '02:15', '02:45', '2026-03-08T07:00Z', '2026-03-08T07:00Z'],
    ['2026-11-01', '01:00', '02:00', '2026-11-01T05:00Z', '2026-11-01T07:00Z'],
  ])('covers the real time of %s %s to %s', (date, start, end, startUtc, endUtc) => {
    expect(toOpeningInterval(date, { start, end }, 'America/New_York')).toEqual({
      startMs: utc(startUtc),
      endMs: utc(endUtc),
    })
  })
})
