/** @see docs/rules/availability.md#booked-windows */
import { describe, expect, it } from 'vitest'
import {
  groupBookingsByDate,
  isWindowBooked,
  listBookedDates,
  requireBookedHoursCovered,
} from './booked-windows.ts'

const DATE = '2027-05-03'
const span = (from: string, to: string) => ({ startMs: Date.parse(`${from}Z`), endMs: Date.parse(`${to}Z`) })
const booked = (from: string, to: string) => span(`${DATE}T${from}`, `${DATE}T${to}`)
const window = (start: string, end: string) => ({ start, end, slotMinutes: 60, bufferMinutes: 0 })

describe('a window of 10:00 to 12:00', () => {
  it.each([
    ['ends where it begins', booked('09:00', '10:00'), false],
    ['begins where it ends', booked('12:00', '13:00'), false],
    ['reaches a minute into it', booked('09:00', '10:01'), true],
    ['takes its last minute', booked('11:59', '13:00'), true],
    ['lies in it', booked('10:30', '11:00'), true],
    ['is at these hours of the next day', span('2027-05-04T10:00', '2027-05-04T12:00'), false],
  ])('and a booking that %s', (_, interval, expected) => {
    expect(isWindowBooked(DATE, { start: '10:00', end: '12:00' }, 'UTC', [interval])).toBe(expected)
  })

  it('is in the caregiver’s zone, and ends the day at 00:00', () => {
    const inNewYork = (start: string, end: string) =>
      isWindowBooked(DATE, { start, end }, 'America/New_York', [booked('14:00', '15:00')])
    expect([inNewYork('10:00', '12:00'), inNewYork('14:00', '15:00')]).toEqual([true, false])
    const late = span('2027-05-03T23:00', '2027-05-04T00:00')
    expect(isWindowBooked(DATE, { start: '22:00', end: '00:00' }, 'UTC', [late])).toBe(true)
  })
})

it('a booking is under its dates and the one before, whose night can hold it', () => {
  const night = span('2027-05-03T22:00', '2027-05-04T02:00')
  const evening = span('2027-05-03T20:00', '2027-05-04T00:00')
  expect([...groupBookingsByDate([night, evening], 'UTC')]).toEqual([
    ['2027-05-02', [night, evening]],
    ['2027-05-03', [night, evening]],
    ['2027-05-04', [night]],
  ])
  expect([...groupBookingsByDate([night], 'America/New_York').keys()]).toEqual(['2027-05-02', '2027-05-03'])
})

it('a rule is booked on the dates of its weekday whose bookings overlap its hours, in order', () => {
  const byDate = groupBookingsByDate(
    [
      span('2027-05-17T11:00', '2027-05-17T12:00'),
      span('2027-05-03T09:00', '2027-05-03T10:00'),
      // A Tuesday, and a Monday at other hours.
      span('2027-05-04T09:00', '2027-05-04T10:00'),
      span('2027-05-10T12:00', '2027-05-10T13:00'),
    ],
    'UTC',
  )
  expect(listBookedDates({ weekday: 1, start: '09:00', end: '12:00' }, 'UTC', byDate)).toEqual([
    '2027-05-03',
    '2027-05-17',
  ])
})

describe('a change of a day with a booking from 10:00 to 12:00', () => {
  const day = { date: DATE, zone: 'UTC', booked: [booked('10:00', '12:00')] }
  const change = (before: [string, string][], after: [string, string][]) => () =>
    requireBookedHoursCovered(
      day,
      before.map(([start, end]) => window(start, end)),
      after.map(([start, end]) => window(start, end)),
    )

  it.each<[string, [string, string][], [string, string][]]>([
    ['nothing', [['09:00', '17:00']], [['09:00', '17:00']]],
    ['down to the booked hours', [['09:00', '17:00']], [['10:00', '12:00']]],
    [
      'into two windows that touch',
      [['09:00', '17:00']],
      [
        ['09:00', '11:00'],
        ['11:00', '13:00'],
      ],
    ],
    [
      'another window',
      [
        ['09:00', '12:00'],
        ['14:00', '17:00'],
      ],
      [['09:00', '12:00']],
    ],
    ['a day whose windows don’t hold the booking', [['14:00', '17:00']], []],
    ['more than the part of the booking that was in a window', [['11:00', '17:00']], [['11:00', '12:00']]],
  ])('may change %s', (_, before, after) => {
    expect(change(before, after)).not.toThrow()
  })

  it.each<[string, [string, string][], [string, string][], string[]]>([
    ['close the day', [['09:00', '17:00']], [], ['09:00–17:00']],
    ['take the first minute', [['09:00', '17:00']], [['10:01', '17:00']], ['09:00–17:00']],
    ['take the last minute', [['09:00', '17:00']], [['09:00', '11:59']], ['09:00–17:00']],
    [
      'leave a gap',
      [['09:00', '17:00']],
      [
        ['09:00', '11:00'],
        ['11:01', '13:00'],
      ],
      ['09:00–17:00'],
    ],
    [
      'close both windows of it',
      [
        ['09:00', '11:00'],
        ['11:00', '13:00'],
        ['15:00', '16:00'],
      ],
      [],
      ['09:00–11:00', '11:00–13:00'],
    ],
  ])('may not %s', (_, before, after, windows) => {
    expect(change(before, after)).toThrow(
      expect.objectContaining({
        status: 400,
        fields: {
          windows: windows.map(
            (hours) => `The window ${hours} on 2027-05-03 is booked, so its booked hours must stay`,
          ),
        },
      }),
    )
  })
})
