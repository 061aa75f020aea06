import { listFreeSlots } from '@tendwell/contract/availability/slots'
import { mergeAdjacent } from '@tendwell/contract/availability/windows'
import type { Interval } from '@tendwell/contract/time'
import { MINUTE_MS } from '@tendwell/contract/time'
import { expect, it } from 'vitest'
import { listMeetingTimes, toDaytime } from './times.ts'

/** `09:05` of a day, in epoch ms. */
const at = (time: string) => Date.parse(`2027-05-03T${time}:00Z`)
const span = (start: string, end: string, buffer = 0) => ({
  startMs: at(start),
  endMs: at(end),
  bufferMs: buffer * MINUTE_MS,
})
const format = ({ startMs, endMs }: Interval) =>
  [startMs, endMs].map((ms) => new Date(ms).toISOString().slice(11, 16)).join('-')

it.each([
  [
    'every quarter hour of a slot',
    [span('09:00', '10:00')],
    [],
    ['09:00-09:30', '09:15-09:45', '09:30-10:00'],
  ],
  ['the first full quarter of a slot between two', [span('09:05', '09:50')], [], ['09:15-09:45']],
  ['nothing in a slot that is too short', [span('09:05', '09:40')], [], []],
  [
    'a time across two slots that touch',
    [span('09:45', '10:00'), span('10:00', '10:15')],
    [],
    ['09:45-10:15'],
  ],
  ['nothing across a buffer', [span('09:45', '10:00', 15), span('10:15', '10:30', 15)], [], []],
  ['no time that somebody wants', [span('09:00', '10:00')], [span('09:30', '11:00')], ['09:00-09:30']],
  [
    'no time in the buffer of a wanted one',
    [span('09:00', '10:00')],
    [span('08:00', '09:00', 15)],
    ['09:15-09:45', '09:30-10:00'],
  ],
  [
    'no time whose buffer touches a wanted one',
    [span('09:00', '10:00', 15)],
    [span('10:00', '11:00')],
    ['09:00-09:30', '09:15-09:45'],
  ],
])('offers %s', (_, free, wanted, expected) => {
  expect(listMeetingTimes(free, wanted, 30).map(format)).toEqual(expected)
})

it('keeps the buffer of the slot in which the meeting ends', () => {
  const times = listMeetingTimes([span('09:00', '09:15', 0), span('09:15', '09:30', 20)], [], 15)
  expect(times.map(({ bufferMs }) => bufferMs / MINUTE_MS)).toEqual([0, 20])
})

it('is from 8 AM to 8 PM by day, but for closed days, whatever the bookable hours are', () => {
  const night = { start: '21:00', end: '06:00', endsNextDay: true }
  const override = { windows: [{ ...night, slotMinutes: 60, bufferMinutes: 0 }] }
  const calendar = {
    zone: 'America/New_York',
    rules: [{ weekday: 1, ...night }],
    overrides: [
      { date: '2027-05-04', isAvailable: true, ...override },
      { date: '2027-05-05', isAvailable: false, windows: [] },
    ],
  }
  const range = { fromMs: Date.parse('2027-05-03T04:00Z'), toMs: Date.parse('2027-05-06T04:00Z') }
  const input = { calendar: toDaytime(calendar), booked: [], timeOff: [], nowMs: range.fromMs, ...range }
  const times = mergeAdjacent(listFreeSlots(input)).map(format)
  expect(times).toEqual(['12:00-00:00', '12:00-00:00'])
})
