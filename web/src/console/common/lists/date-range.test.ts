import { describe, expect, it } from 'vitest'
import {
  analyticsRangeSchema,
  anyDate,
  dateRangeSchema,
  formatRange,
  resolveSummaryRange,
} from './date-range.ts'

const today = '2026-11-20'
const errorsOf = (schema: typeof dateRangeSchema, from: string, to: string) =>
  schema.safeParse({ from, to }).error?.issues.map(({ path, message }) => [path[0], message]) ?? []

describe('the dates of a list', () => {
  it.each([
    ['', ''],
    ['2018-01-01', ''],
    ['2018-01-01', '2026-11-20'],
    ['2030-01-01', ''],
    ['', '1999-12-31'],
    ['2026-11-20', '2026-11-20'],
  ])('may be from %j to %j', (from, to) => {
    expect(errorsOf(dateRangeSchema, from, to)).toEqual([])
  })

  it('must exist and be in order', () => {
    expect(errorsOf(dateRangeSchema, '2026-11-20', '2026-11-19')).toEqual([
      ['to', 'Choose an end date on or after the start date'],
    ])
    expect(errorsOf(dateRangeSchema, '2026-02-30', '')).toEqual([['from', expect.any(String)]])
  })
})

describe('the dates of analytics', () => {
  it.each([
    ['2018-01-01', ''],
    ['2018-01-01', '2026-01-01'],
    // 5 × 366 + 1 days.
    ['2021-11-16', ''],
  ])('cover at most five years: not %j to %j', (from, to) => {
    expect(errorsOf(analyticsRangeSchema(today), from, to)).toEqual([
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
    expect(errorsOf(analyticsRangeSchema(today), from, to)).toEqual([])
  })

  it('start by today when they have no end', () => {
    expect(errorsOf(analyticsRangeSchema(today), '2026-11-21', '')).toEqual([
      ['from', 'Choose today or an earlier date'],
    ])
  })

  it('appear as the server resolves them', () => {
    const format = (from: string, to: string) => formatRange(resolveSummaryRange({ from, to }, today), '')
    expect(format('', '2026-03-31')).toBe('Mar 2, 2026 – Mar 31, 2026')
    expect(format('2026-11-01', '')).toBe('Nov 1, 2026 – Nov 20, 2026')
    expect(format('2026-01-10', '2026-03-09')).toBe('Jan 10, 2026 – Mar 9, 2026')
    expect(resolveSummaryRange(anyDate, today)).toEqual({ from: '2026-10-22', to: today })
  })
})
