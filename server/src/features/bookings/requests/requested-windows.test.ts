/** Which real time a window of a request means. @see docs/rules/bookings.md#requests */

import type { OpenSlot } from '@tendwell/contract/availability/slots'
import type { RequestWindow } from '@tendwell/contract/bookings/bookings'
import { MINUTE_MS } from '@tendwell/contract/time'
import { describe, expect, it } from 'vitest'
import { listPossibleIntervals, matchWindow, matchWindows, parseWindows } from './requested-windows.ts'

const DATE = '2027-05-03'
const [FORWARD, BACK] = ['2027-03-14', '2027-11-07']
const NEW_YORK = 'America/New_York'
const ms = (utc: string) => Date.parse(`${utc}Z`)
const window = (start: string, end: string, date = DATE): RequestWindow => ({ date, start, end })
/** A window with the instants that are meant. */
const exactly = (start: string, end: string, from: string, to: string, date = BACK): RequestWindow => ({
  date,
  start,
  end,
  start_utc: `${date}T${from}:00.000Z`,
  end_utc: `${date}T${to}:00.000Z`,
})
const slot = (from: string, to: string, more: Partial<OpenSlot> = {}, date = DATE): OpenSlot => ({
  startMs: ms(`${date}T${from}`),
  endMs: ms(`${date}T${to}`),
  bufferMs: 0,
  isBooked: false,
  isOffered: true,
  visitStartMs: 0,
  windowStartMs: 0,
  ...more,
})
const fails = (...messages: string[]) =>
  expect.objectContaining({ status: 400, fields: { windows: messages } })

describe('the real time of a window', () => {
  it.each<[string, RequestWindow, string, [from: string, to: string][]]>([
    ['in a zone', window('09:00', '11:00'), NEW_YORK, [['2027-05-03T13:00', '2027-05-03T15:00']]],
    ['past midnight', window('23:00', '01:00'), 'UTC', [['2027-05-03T23:00', '2027-05-04T01:00']]],
    ['of a whole day', window('00:00', '00:00'), 'UTC', [['2027-05-03T00:00', '2027-05-04T00:00']]],
    [
      'over a skipped hour',
      window('01:00', '04:00', FORWARD),
      NEW_YORK,
      [['2027-03-14T06:00', '2027-03-14T08:00']],
    ],
    ['that begins in a skipped hour', window('02:30', '04:00', FORWARD), NEW_YORK, []],
    ['that ends in a skipped hour', window('01:00', '02:30', FORWARD), NEW_YORK, []],
    [
      'over a repeated hour',
      window('00:00', '03:00', BACK),
      NEW_YORK,
      [['2027-11-07T04:00', '2027-11-07T08:00']],
    ],
    [
      'that begins in a repeated hour, the shortest first',
      window('01:30', '02:30', BACK),
      NEW_YORK,
      [
        ['2027-11-07T06:30', '2027-11-07T07:30'],
        ['2027-11-07T05:30', '2027-11-07T07:30'],
      ],
    ],
    [
      'with instants that agree',
      exactly('01:30', '02:30', '05:30', '07:30'),
      NEW_YORK,
      [['2027-11-07T05:30', '2027-11-07T07:30']],
    ],
    ['with instants that disagree', exactly('01:30', '02:30', '04:30', '07:30'), NEW_YORK, []],
  ])('%s', (_, wanted, zone, intervals) => {
    expect(listPossibleIntervals(wanted, zone)).toEqual(
      intervals.map(([from, to]) => ({ startMs: ms(from), endMs: ms(to) })),
    )
  })
})

describe('a request', () => {
  const offer = { fromMs: ms('2027-05-03T09:00'), toMs: ms('2028-05-03T09:00') }

  it.each<[string, RequestWindow, string | null]>([
    ['begins this moment', window('09:00', '10:00'), null],
    ['began a minute ago', window('08:59', '10:00'), '2027-05-03 08:59–10:00 has already started'],
    ['begins in the last minute of the year ahead', window('08:59', '10:00', '2028-05-03'), null],
    ['begins a year ahead', window('09:00', '10:00', '2028-05-03'), 'Bookings can be at most a year ahead'],
  ])('that %s', (_, wanted, message) => {
    const parse = () => parseWindows([wanted], 'UTC', offer)
    if (message) expect(parse).toThrow(fails(message))
    else expect(parse()).toHaveLength(1)
  })

  it('needs the caregiver’s notice', () => {
    const parse = (start: string) =>
      parseWindows([window(start, '13:00')], 'UTC', { ...offer, noticeHours: 2 })
    expect(() => parse('10:59')).toThrow(fails('This caregiver needs 2 hours’ notice'))
    expect(parse('11:00')).toHaveLength(1)
  })

  it('names every window that is wrong, each message once', () => {
    const windows = [
      window('08:00', '09:00'),
      window('10:00', '11:00'),
      window('10:00', '11:00', '2028-06-01'),
      window('10:00', '11:00', '2028-06-02'),
    ]
    expect(() => parseWindows(windows, 'UTC', offer)).toThrow(
      fails('2027-05-03 08:00–09:00 has already started', 'Bookings can be at most a year ahead'),
    )
  })

  it.each([
    [
      'is skipped',
      window('02:30', '04:00', FORWARD),
      "2027-03-14 02:30–04:00 doesn't exist because clocks change that day",
    ],
    [
      'has other instants',
      exactly('01:30', '02:30', '04:30', '07:30'),
      "2027-11-07 01:30–02:30 doesn't match its start_utc and end_utc",
    ],
  ])('whose wall time %s', (_, wanted, message) => {
    const all = { fromMs: ms('2027-01-01T00:00'), toMs: ms('2028-01-01T00:00') }
    expect(() => parseWindows([wanted], NEW_YORK, all)).toThrow(fails(message))
  })

  it('that can mean a time that has not begun passes in the repeated hour', () => {
    const second = { fromMs: ms('2027-11-07T06:00'), toMs: ms('2028-01-01T00:00') }
    expect(parseWindows([window('01:30', '02:30', BACK)], NEW_YORK, second)).toHaveLength(2)
  })
})

describe('a window', () => {
  const slots = [
    slot('09:00', '10:00'),
    slot('10:00', '11:00', { bufferMs: 30 * MINUTE_MS }),
    slot('11:30', '12:30', { isBooked: true }),
    slot('12:30', '13:30'),
  ]
  const match = (wanted: RequestWindow) => {
    const found = matchWindow(wanted, 'UTC', slots)
    return found && [found.isFree, found.matchedWindow.bufferMs / MINUTE_MS]
  }

  it.each([
    ['one slot', '09:00', '10:00', [true, 0]],
    ['slots next to each other, with the buffer of the last', '09:00', '11:00', [true, 30]],
    ['a booked slot', '11:30', '12:30', [false, 0]],
    ['a booked slot and a free one', '11:30', '13:30', [false, 0]],
    ['a part of a slot', '09:00', '09:30', null],
    ['more than its slots', '09:00', '11:15', null],
    ['slots with a gap between them', '10:00', '12:30', null],
    ['no slot', '15:00', '16:00', null],
  ])('of %s', (_, start, end, found) => {
    expect(match(window(start, end))).toEqual(found)
  })

  it('of a repeated hour takes the shortest reading that is free', () => {
    const night = (isSecondBooked: boolean) => [
      slot('05:00', '06:00', {}, BACK),
      slot('06:00', '07:00', { isBooked: isSecondBooked }, BACK),
    ]
    const startOf = (slots: OpenSlot[], wanted = window('01:00', '02:00', BACK)) => {
      const found = matchWindow(wanted, NEW_YORK, slots)
      return found && [found.isFree, new Date(found.matchedWindow.startMs).toISOString().slice(11, 16)]
    }
    expect(startOf(night(false))).toEqual([true, '06:00'])
    // The longer reading needs both slots, so nothing of it is free.
    expect(startOf(night(true))).toEqual([false, '06:00'])
    expect(startOf(night(false), exactly('01:00', '02:00', '05:00', '07:00'))).toEqual([true, '05:00'])
    expect(startOf(night(true), exactly('01:00', '01:00', '05:00', '06:00'))).toEqual([true, '05:00'])
  })
})

describe('the windows of one request', () => {
  const slots = [
    slot('09:00', '10:00', { bufferMs: 60 * MINUTE_MS }),
    slot('10:30', '11:30', { bufferMs: 60 * MINUTE_MS }),
    slot('13:00', '14:00', { isBooked: true }),
  ]
  const match = (...windows: RequestWindow[]) => matchWindows(windows, 'UTC', slots)

  it('are sorted, and a buffer ends where the next one begins', () => {
    const { windows, takenWindows: taken } = match(window('10:30', '11:30'), window('09:00', '10:00'))
    expect(windows.map(({ start, bufferMs }) => [start, bufferMs / MINUTE_MS])).toEqual([
      ['09:00', 30],
      ['10:30', 60],
    ])
    expect(taken).toEqual([])
  })

  it('tell which of them are taken', () => {
    const { windows, takenWindows: taken } = match(window('13:00', '14:00'), window('09:00', '10:00'))
    expect(windows).toHaveLength(2)
    expect(taken.map(({ start }) => start)).toEqual(['13:00'])
  })

  it('are refused with each that is no slot, and when they overlap', () => {
    expect(() => match(window('09:00', '10:00'), window('09:30', '10:00'), window('15:00', '16:00'))).toThrow(
      fails("2027-05-03 09:30–10:00 isn't available", "2027-05-03 15:00–16:00 isn't available"),
    )
    expect(() => match(window('09:00', '10:00'), window('09:00', '10:00'))).toThrow(
      fails('Windows overlap — adjust times'),
    )
  })
})
