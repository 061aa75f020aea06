/** Whether requested hours can still be booked. @see docs/rules/bookings.md#accepting-and-rejecting */
import type { Availability, Booked } from '@tendwell/contract/availability/slots'
import { MINUTE_MS } from '@tendwell/contract/time'
import { describe, expect, it } from 'vitest'
import { findHeldUntilMs, findUnavailability, REJECTION_CAUSES } from './unavailability.ts'

/** A Monday. */
const DATE = '2027-05-03'
const at = (time: string, date = DATE) => Date.parse(`${date}T${time}:00Z`)
const span = (start: string, end: string, bufferMinutes = 0): Booked => ({
  startMs: at(start),
  endMs: at(end),
  bufferMs: bufferMinutes * MINUTE_MS,
})
const hours = (start: string, end: string, slotMinutes = 60) => ({
  start,
  end,
  slotMinutes,
  bufferMinutes: 0,
})
type Hours = ReturnType<typeof hours>
const openOn = (windows: Hours[], zone = 'UTC', date = DATE): Availability['calendar'] => ({
  zone,
  rules: [],
  overrides: [{ date, isAvailable: windows.length > 0, windows }],
})
const weekly = { zone: 'UTC', rules: [{ weekday: 1, start: '09:00', end: '17:00' }], overrides: [] }

const asks = (windows: Booked[], change: Partial<Availability> = {}) =>
  findUnavailability(windows, {
    calendar: weekly,
    booked: [],
    timeOff: [],
    nowMs: at('09:00', '2027-05-01'),
    ...change,
  })

describe('hours of 10:00 to 12:00', () => {
  const wanted = [span('10:00', '12:00')]

  it.each([
    ['a minute before they begin', at('09:59'), null],
    ['the moment they begin', at('10:00'), 'begun'],
    ['while they pass', at('11:00'), 'begun'],
  ])('%s', (_, nowMs, problem) => {
    expect(asks(wanted, { nowMs })).toBe(problem)
  })

  it.each([
    ['ends where they begin', span('09:00', '10:00'), null],
    ['begins where they end', span('12:00', '13:00'), null],
    ['ends a minute into them', span('09:00', '10:01'), 'taken'],
    ['begins a minute before they end', span('11:59', '13:00'), 'taken'],
    ['lies in them', span('10:30', '11:00'), 'taken'],
    ['has a buffer that ends where they begin', span('08:30', '09:30', 30), null],
    ['has a buffer that reaches into them', span('08:30', '09:30', 31), 'taken'],
  ])('beside a booking that %s', (_, booking, problem) => {
    expect(asks(wanted, { booked: [booking] })).toBe(problem)
  })

  it.each([
    ['ends where they begin', span('09:00', '10:00'), false],
    ['ends a minute into them', span('09:00', '10:01'), true],
    ['has a buffer that reaches into them', span('08:30', '09:30', 31), true],
    ['begins where they end', span('12:00', '13:00'), false],
  ])('beside a hold that %s', (_, hold, isHeld) => {
    const untilMs = at('20:00', '2027-05-01')
    const held = [
      { ...span('07:00', '08:00'), untilMs: untilMs + 1 },
      { ...hold, untilMs },
    ]
    expect(findHeldUntilMs(wanted, { held })).toBe(isHeld ? untilMs : null)
    expect(asks(wanted, { held }), 'what is held can be paid').toBeNull()
  })

  it.each([
    ['30 minutes and a booking at 12:30', 30, null],
    ['31 minutes and a booking at 12:30', 31, 'taken'],
  ])('with a buffer of %s', (_, bufferMinutes, problem) => {
    expect(asks([span('10:00', '12:00', bufferMinutes)], { booked: [span('12:30', '13:30')] })).toBe(problem)
  })

  it.each([
    ['are those of the weekday', weekly, null],
    ['are cut into shorter slots', openOn([hours('10:00', '12:00', 30)]), null],
    ['are cut into slots that begin at other times', openOn([hours('09:30', '12:30')]), null],
    ['are two windows that touch', openOn([hours('09:00', '11:00'), hours('11:00', '13:00')]), null],
    ['leave a minute out', openOn([hours('09:00', '11:00'), hours('11:01', '13:00')]), 'closed'],
    ['begin a minute later', openOn([hours('10:01', '13:00')]), 'closed'],
    ['end a minute earlier', openOn([hours('09:00', '11:59')]), 'closed'],
    ['are closed that day', openOn([]), 'closed'],
    [
      'are those of another weekday',
      { ...weekly, rules: [{ weekday: 2, start: '09:00', end: '17:00' }] },
      'closed',
    ],
  ])('when the caregiver’s hours %s', (_, calendar, problem) => {
    expect(asks(wanted, { calendar })).toBe(problem)
  })

  it.each([
    ['ends where they begin', span('08:00', '10:00'), null],
    ['begins where they end', span('12:00', '14:00'), null],
    ['takes their last minute', span('11:59', '14:00'), 'closed'],
    ['takes their first minute', span('08:00', '10:01'), 'closed'],
  ])('with time off that %s', (_, off, problem) => {
    expect(asks(wanted, { timeOff: [off] })).toBe(problem)
  })

  it('may have a buffer that runs into time off', () => {
    expect(asks([span('10:00', '12:00', 60)], { timeOff: [span('12:00', '14:00')] })).toBeNull()
  })

  it('names the first of several reasons: begun, taken, closed', () => {
    const problems = { calendar: openOn([]), booked: [span('10:00', '11:00')] }
    expect(asks(wanted, { ...problems, nowMs: at('10:00') })).toBe('begun')
    expect(asks(wanted, problems)).toBe('taken')
  })
})

it('one window of several is enough to refuse all', () => {
  const windows = [span('10:00', '11:00'), span('14:00', '15:00')]
  expect(asks(windows)).toBeNull()
  expect(asks(windows, { nowMs: at('10:00') })).toBe('begun')
  expect(asks(windows, { booked: [span('14:30', '16:00')] })).toBe('taken')
  expect(asks(windows, { calendar: openOn([hours('09:00', '12:00')]) })).toBe('closed')
})

it('hours past midnight need both dates', () => {
  const night = [{ startMs: at('23:00'), endMs: at('01:00', '2027-05-04') }]
  const evening = { weekday: 1, start: '22:00', end: '00:00' }
  const early = { weekday: 2, start: '00:00', end: '02:00' }
  expect(asks(night, { calendar: { ...weekly, rules: [evening, early] } })).toBeNull()
  expect(asks(night, { calendar: { ...weekly, rules: [evening] } })).toBe('closed')
  expect(asks(night, { calendar: { ...weekly, rules: [early] } })).toBe('closed')
})

describe('where clocks change in New York', () => {
  const inNewYork = (from: string, to: string, calendar: Availability['calendar']) =>
    asks([{ startMs: Date.parse(from), endMs: Date.parse(to) }], {
      calendar,
      nowMs: Date.parse('2027-03-01T00:00:00Z'),
    })
  const forward = (start: string, end: string) =>
    openOn([hours(start, end)], 'America/New_York', '2027-03-14')
  const back = (start: string, end: string) => openOn([hours(start, end)], 'America/New_York', '2027-11-07')

  it.each([
    [
      '1:00 to 4:00 over the skipped hour',
      '2027-03-14T06:00Z',
      '2027-03-14T08:00Z',
      forward('01:00', '04:00'),
      null,
    ],
    [
      '1:00 to 4:00, a minute longer',
      '2027-03-14T06:00Z',
      '2027-03-14T08:01Z',
      forward('01:00', '04:00'),
      'closed',
    ],
    [
      '3:00, where the skipped 2:30 begins',
      '2027-03-14T07:00Z',
      '2027-03-14T08:00Z',
      forward('02:30', '04:00'),
      null,
    ],
    [
      '1:59, before the skipped 2:30',
      '2027-03-14T06:59Z',
      '2027-03-14T08:00Z',
      forward('02:30', '04:00'),
      'closed',
    ],
    ['both hours from 1:00', '2027-11-07T05:00Z', '2027-11-07T07:00Z', back('01:00', '02:00'), null],
    ['the second hour from 1:00', '2027-11-07T06:00Z', '2027-11-07T07:00Z', back('01:00', '02:00'), null],
    [
      'the first hour of hours until 1:30',
      '2027-11-07T05:00Z',
      '2027-11-07T05:30Z',
      back('00:00', '01:30'),
      null,
    ],
    [
      'the second 1:00 of hours until 1:30',
      '2027-11-07T06:00Z',
      '2027-11-07T06:30Z',
      back('00:00', '01:30'),
      'closed',
    ],
  ])('%s', (_, from, to, calendar, problem) => {
    expect(inNewYork(from, to, calendar)).toBe(problem)
  })
})

it('each reason has its cause of rejection', () => {
  expect(REJECTION_CAUSES).toEqual({ begun: 'expired', taken: 'conflict', closed: 'unavailable' })
})
