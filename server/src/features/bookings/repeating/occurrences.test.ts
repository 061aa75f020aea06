/** Weekly windows over the days on which clocks change. @see docs/rules/bookings.md#repeating */
import { listOpenSlots } from '@tendwell/contract/availability/slots'
import type { LocalWindow } from '@tendwell/contract/availability/windows'
import { addDays, HOUR_MS, toInstant } from '@tendwell/contract/time'
import { describe, expect, test } from 'vitest'
import { pickTimesOfSameLength } from '../moving/same-length.ts'
import { matchWindows } from '../requests/requested-windows.ts'
import { checkOccurrences, repeatWeekly } from './occurrences.ts'

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7]

type Clocks = { caregiver?: string; family: string }

/** Three weeks of a window of a family, with a caregiver who always works these hours of theirs. */
function repeat(clocks: Clocks, window: LocalWindow, hours: { start: string; end: string } = MIDNIGHTS) {
  const { family: zone, caregiver = zone } = clocks
  const firstMs = toInstant(window.date, '12:00', zone) as number
  const offer = { fromMs: firstMs - 48 * HOUR_MS, toMs: firstMs + 400 * 24 * HOUR_MS }
  const rules = WEEKDAYS.map((weekday) => ({ weekday, ...hours }))
  const slots = listOpenSlots({
    calendar: { zone: caregiver, rules, overrides: [] },
    booked: [],
    timeOff: [],
    nowMs: offer.fromMs,
    fromMs: offer.fromMs,
    toMs: firstMs + 30 * 24 * HOUR_MS,
  })
  const checked = checkOccurrences(repeatWeekly([window], 3, zone), zone, slots, offer)
  const kept = checked.flatMap(({ match }) => match ?? [])
  return {
    slots,
    kept,
    problems: checked.map(({ problem }) => problem),
    hours: kept.map(({ startMs, endMs }) => (endMs - startMs) / HOUR_MS),
    startsAt: kept.map(({ startMs }) => new Date(startMs).toISOString().slice(5, 16)),
    alternatives: checked.map(({ match, wanted }) =>
      match
        ? []
        : pickTimesOfSameLength(wanted, slots, { notOverlapping: kept, zone }).map(
            ({ date, start }) => `${date} ${start}`,
          ),
    ),
    checked,
  }
}
const MIDNIGHTS = { start: '00:00', end: '00:00' }

/** The Sundays on which clocks go forward and back, and a wall time of the first that does not exist. */
const changes = [
  { zone: 'America/New_York', forward: '2027-03-14', back: '2027-11-07', skipped: '02:30' },
  { zone: 'America/St_Johns', forward: '2027-03-14', back: '2027-11-07', skipped: '02:30' },
  { zone: 'Europe/London', forward: '2027-03-28', back: '2027-10-31', skipped: '01:30' },
  { zone: 'Australia/Sydney', forward: '2027-10-03', back: '2027-04-04', skipped: '02:30' },
  { zone: 'America/Santiago', forward: '2027-09-05', back: '2027-04-03', skipped: '00:30' },
]

describe.each(changes)('when clocks change in $zone', ({ zone, forward, back, skipped }) => {
  test.each([
    [forward, -1],
    [back, 1],
  ])('keeps the wall time of 9:00 around %s', (change, shift) => {
    const { kept, hours, problems } = repeat(
      { family: zone },
      { date: addDays(change, -6), start: '09:00', end: '12:00' },
    )
    expect([problems, hours]).toEqual([
      [null, null, null],
      [3, 3, 3],
    ])
    const [first, second, third] = kept.map(({ startMs }) => startMs / HOUR_MS) as [number, number, number]
    expect([second - first, third - second]).toEqual([7 * 24 + shift, 7 * 24])
  })

  test('names a skipped time, and offers the same length that day', () => {
    const end = `0${Number(skipped[1]) + 3}:30`
    const window = { date: addDays(forward, -7), start: skipped, end }
    const hours = { start: skipped, end: '13:30' }
    const { problems, checked, alternatives } = repeat({ family: zone }, window, hours)
    expect(problems).toEqual([null, 'clock_change', null])
    expect(checked[1]?.isSkipped).toBe(true)
    expect(alternatives[1]?.[0]).toMatch(`${forward} 0`)
  })

  test('counts the hours that pass in a night in which an hour occurs twice', () => {
    const date = addDays(back, -7)
    const night = repeat({ family: zone }, { date, start: '20:00', end: '06:00' })
    // Santiago's clocks go back at midnight, the others' in the small hours of the next date.
    const nightBefore = repeat({ family: zone }, { date: addDays(date, -1), start: '20:00', end: '06:00' })
    const nights = [night.hours, nightBefore.hours]
    expect(nights).toContainEqual([10, 11, 10])
    expect([night.problems, nightBefore.problems]).toEqual([
      [null, null, null],
      [null, null, null],
    ])
  })

  test('finds windows again by their instants as one request', () => {
    for (const change of [forward, back]) {
      for (const [start, end] of [
        ['00:00', '01:00'],
        ['01:00', '02:00'],
        ['00:00', '06:00'],
        ['22:00', '03:00'],
      ] as const) {
        const { kept, slots } = repeat({ family: zone }, { date: addDays(change, -7), start, end })
        const windows = kept.map(({ date, startMs, endMs }) => ({
          date,
          start,
          end,
          start_utc: new Date(startMs).toISOString(),
          end_utc: new Date(endMs).toISOString(),
        }))
        const { windows: matched, takenWindows: taken } = matchWindows(windows, zone, slots)
        expect(matched.map(({ startMs }) => startMs)).toEqual(kept.map(({ startMs }) => startMs))
        expect(taken).toEqual([])
      }
    }
  })
})

test('keeps the family’s wall time where only the caregiver’s clocks change, so that hours can become closed', () => {
  // London's clocks go forward on March 28, New York's have done so two weeks before.
  const { problems, startsAt } = repeat(
    { family: 'America/New_York', caregiver: 'Europe/London' },
    { date: '2027-03-22', start: '05:00', end: '08:00' },
    { start: '09:00', end: '13:00' },
  )
  expect(problems).toEqual([null, null, null])
  expect(startsAt).toEqual(['03-22T09:00', '03-29T09:00', '04-05T09:00'])
  const early = repeat(
    { family: 'America/New_York', caregiver: 'Europe/London' },
    { date: '2027-03-22', start: '06:00', end: '09:00' },
    { start: '09:00', end: '13:00' },
  )
  expect(early.problems).toEqual([null, 'closed', 'closed'])
  expect(early.alternatives[1]?.slice(0, 2)).toEqual(['2027-03-29 05:00', '2027-03-29 04:00'])
})
