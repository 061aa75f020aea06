/** @see docs/rules/console.md#analytics */
import { describe, expect, it } from 'vitest'
import {
  calculateChangePct,
  countDays,
  listBuckets,
  requirePeriod,
  toDayMasks,
  toLastWeek,
  toMonthStart,
  toPreviousPeriod,
  toYearToDate,
} from './periods.ts'

/** A Monday. */
const TODAY = '2027-05-03'
const failureOf = (field: string, message: string) =>
  expect.objectContaining({ status: 400, fields: { [field]: [message] } })

describe('a period', () => {
  it.each([
    ['no dates', {}, '2027-04-04', '2027-05-03', 30],
    ['an end', { date_to: '2027-03-01' }, '2027-01-31', '2027-03-01', 30],
    ['a start', { date_from: '2027-05-03' }, '2027-05-03', '2027-05-03', 1],
    ['both', { date_from: '2028-02-28', date_to: '2028-03-01' }, '2028-02-28', '2028-03-01', 3],
    ['five years', { date_from: '2022-04-30' }, '2022-04-30', '2027-05-03', 1_830],
  ])('of %s', (_, range, from, to, days) => {
    const period = requirePeriod(range, TODAY)
    expect([period, countDays(period)]).toEqual([{ from, to }, days])
  })

  it.each([
    [{ date_from: '2027-05-04' }, "The start date can't be after the end date"],
    [{ date_from: '2022-04-29' }, 'The range can cover at most five years'],
  ])('of %o is refused: %s', (range, message) => {
    expect(() => requirePeriod(range, TODAY)).toThrow(failureOf('date_from', message))
  })

  it('is compared with as many days before, its last week and its year', () => {
    const period = { from: '2027-03-01', to: '2027-03-31' }
    expect(toPreviousPeriod(period)).toEqual({ from: '2027-01-29', to: '2027-02-28' })
    expect(toLastWeek(period)).toEqual({ from: '2027-03-25', to: '2027-03-31' })
    expect(toYearToDate(period)).toEqual({ from: '2027-01-01', to: '2027-03-31' })
  })
})

it.each([
  [100, 150, 50],
  [100, 50, -50],
  [3, 4, 33.3],
  [3, 2, -33.3],
  [-100, 100, 200],
  [100, 0, -100],
  [0, 0, 0],
  [0, 5, null],
])('from %i to %i is a change of %s percent', (earlier, later, change) => {
  expect(calculateChangePct(earlier, later)).toBe(change)
})

describe('a series', () => {
  const list = (range: Parameters<typeof listBuckets>[0]) =>
    listBuckets(range, TODAY).map(({ from, to, label }) => `${from} ${to} ${label}`)

  it.each([
    ['day', 30, '2027-04-04 2027-04-04 Apr 4, 2027', '2027-05-03 2027-05-03 May 3, 2027'],
    ['week', 12, '2027-02-15 2027-02-21 Feb 15 – 21, 2027', '2027-05-03 2027-05-03 May 3, 2027'],
    ['month', 12, '2026-06-01 2026-06-30 Jun 2026', '2027-05-01 2027-05-03 May 2027'],
  ] as const)('by %s has %i items without dates', (bucket, count, first, last) => {
    const items = list({ bucket })
    expect([items.length, items[0], items.at(-1)]).toEqual([count, first, last])
  })

  it('may begin and end with a part of a week or month', () => {
    const range = { date_from: '2026-12-30', date_to: '2027-01-05' }
    expect(list({ bucket: 'week', ...range })).toEqual([
      '2026-12-30 2027-01-03 Dec 30, 2026 – Jan 3, 2027',
      '2027-01-04 2027-01-05 Jan 4 – 5, 2027',
    ])
    expect(list({ bucket: 'month', ...range })).toEqual([
      '2026-12-30 2026-12-31 Dec 2026',
      '2027-01-01 2027-01-05 Jan 2027',
    ])
  })

  it('says which months are whole', () => {
    const range = { bucket: 'month', date_from: '2027-02-01', date_to: '2027-03-30' } as const
    expect(listBuckets(range, TODAY).map(({ isWholeMonth }) => isWholeMonth)).toEqual([true, false])
  })

  it('covers at most 366 days by day', () => {
    expect(list({ bucket: 'day', date_from: '2026-05-03' })).toHaveLength(366)
    expect(() => list({ bucket: 'day', date_from: '2026-05-02' })).toThrow(
      failureOf('bucket', 'Days can cover at most a year. Choose weeks or months'),
    )
    expect(list({ bucket: 'week', date_from: '2026-05-02' })).toHaveLength(54)
  })
})

it.each([
  ['2027-05-31', 0, '2027-05-01'],
  ['2027-01-31', -1, '2026-12-01'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2027-05-03', -12, '2026-05-01'],
])('the month of %s, %i months later, begins on %s', (date, months, start) => {
  expect(toMonthStart(date, months)).toBe(start)
})

it('a period’s days are one mask for each month, the first day in bit 0', () => {
  expect(toDayMasks({ from: '2027-01-30', to: '2027-03-02' })).toEqual([
    { month: '2027-01-01', days: 2 ** 29 + 2 ** 30 },
    { month: '2027-02-01', days: 2 ** 28 - 1 },
    { month: '2027-03-01', days: 3 },
  ])
})
