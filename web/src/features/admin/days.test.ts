import { describe, expect, it } from 'vitest'
import { analyticsDays, everyDay, listDays, rangeWords, summaryDays } from './days.ts'

const today = '2026-11-20'
const errorsOf = (schema: typeof listDays, from: string, to: string) =>
  schema.safeParse({ from, to }).error?.issues.map(({ path, message }) => [path[0], message]) ?? []

describe('days that narrow a list', () => {
  it.each([
    ['', ''],
    ['2018-01-01', ''],
    ['2018-01-01', '2026-11-20'],
    ['2030-01-01', ''],
    ['', '1999-12-31'],
    ['2026-11-20', '2026-11-20'],
  ])('may be from %j to %j', (from, to) => {
    expect(errorsOf(listDays, from, to)).toEqual([])
  })

  it('end after they begin', () => {
    expect(errorsOf(listDays, '2026-11-20', '2026-11-19')).toEqual([
      ['to', 'The range must end on or after the day it begins'],
    ])
    expect(errorsOf(listDays, '2026-02-30', '')).toEqual([['from', expect.any(String)]])
  })
})

describe('days that analytics look at', () => {
  it.each([
    ['2018-01-01', ''],
    ['2018-01-01', '2026-01-01'],
    // One day more than 5 × 366.
    ['2021-11-16', ''],
  ])('are at most five years: not from %j to %j', (from, to) => {
    expect(errorsOf(analyticsDays(today), from, to)).toEqual([
      ['from', 'The range can cover at most five years'],
    ])
  })

  it.each([
    ['', ''],
    ['', '2018-01-01'],
    ['2021-11-17', ''],
    ['2026-11-20', ''],
    ['2030-01-01', '2030-02-01'],
  ])('may be from %j to %j', (from, to) => {
    expect(errorsOf(analyticsDays(today), from, to)).toEqual([])
  })

  it('end today unless a day is given, so they begin by then', () => {
    expect(errorsOf(analyticsDays(today), '2026-11-21', '')).toEqual([
      ['from', 'Choose today or an earlier day'],
    ])
  })

  it('are named as the server counts them', () => {
    const words = (from: string, to: string) => rangeWords(summaryDays({ from, to }, today), '')
    expect(words('', '2026-03-31')).toBe('Mar 2, 2026 – Mar 31, 2026')
    expect(words('2026-11-01', '')).toBe('Nov 1, 2026 – Nov 20, 2026')
    expect(words('2026-01-10', '2026-03-09')).toBe('Jan 10, 2026 – Mar 9, 2026')
    expect(summaryDays(everyDay, today)).toEqual({ from: '2026-10-22', to: today })
  })
})
