import { expect, test } from 'vitest'
import { HOUR_MS, type Interval, toInstant } from '../time.ts'
import { formatEvery, formatTimes, formatWeekly, groupWeekly, isWeekly } from './weekly.ts'

const zone = 'America/New_York'

function at(date: string, time = '09:00', hours = 3): Interval {
  const startMs = toInstant(date, time, zone) as number
  return { startMs, endMs: startMs + hours * HOUR_MS }
}

const describe = (windows: Interval[]) =>
  groupWeekly(windows, zone).map((group) =>
    isWeekly(group) ? `${formatEvery(group, zone)}, ${formatTimes(group, zone)}` : 'one',
  )

const december = ['2026-12-01', '2026-12-08', '2026-12-15']

test('says weekly windows in a sentence', () => {
  expect(describe(december.map((date) => at(date)))).toEqual([
    'Every Tuesday, 3 times, Dec 1 to Dec 15, 2026',
  ])
  const [group] = groupWeekly(
    december.map((date) => at(date)),
    zone,
  )
  expect(group && formatWeekly(group, zone)).toBe(
    'Every Tuesday, 9:00 AM – 12:00 PM, 3 times, Dec 1 to Dec 15, 2026',
  )
  const overNewYear = [...december, '2026-12-29', '2027-01-05', '2027-01-12'].map((date) => at(date))
  expect(describe(overNewYear.reverse())).toEqual([
    'Every Tuesday, 6 times, Dec 1, 2026 to Jan 12, 2027, except Dec 22',
  ])
})

test('keeps the wall time apart from the clock', () => {
  const acrossChange = ['2027-02-28', '2027-03-07', '2027-03-14', '2027-03-21']
  expect(describe(acrossChange.map((date) => at(date)))).toEqual([
    'Every Sunday, 4 times, Feb 28 to Mar 21, 2027',
  ])
})

test('keeps other weekdays, hours and single windows apart, in order of time', () => {
  const fridays = ['2026-12-04', '2026-12-11', '2026-12-18'].map((date) => at(date, '18:00'))
  const other = at('2026-12-10')
  expect(describe([...fridays, other, ...december.map((date) => at(date))])).toEqual([
    'Every Tuesday, 3 times, Dec 1 to Dec 15, 2026',
    'Every Friday, 3 times, Dec 4 to Dec 18, 2026',
    'one',
  ])
  expect(describe([...december.map((date) => at(date)), at('2026-12-22', '10:00')])).toEqual([
    'Every Tuesday, 3 times, Dec 1 to Dec 15, 2026',
    'one',
  ])
})

test('calls nothing weekly that skips too many weeks or happens twice', () => {
  expect(describe(['2026-12-01', '2026-12-15', '2026-12-29'].map((date) => at(date)))).toEqual([
    'one',
    'one',
    'one',
  ])
  expect(describe(december.slice(1).map((date) => at(date)))).toEqual(['one', 'one'])
})

test('keeps an hour that occurs twice apart from the other weeks', () => {
  const nights = ['2027-10-17', '2027-10-24', '2027-10-31', '2027-11-07'].map((date) => at(date, '01:00', 1))
  expect(describe(nights)).toEqual(['Every Sunday, 3 times, Oct 17 to Oct 31, 2027', 'one'])
})
