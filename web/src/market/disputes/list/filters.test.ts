import { describe, expect, test } from 'vitest'
import { hasFilters, matchesFilters, noFilters, readFilters, toQuery } from './filters.ts'

const dispute = { id: 12, reason: 'She came an hour late', status: 'submitted', type: 'schedule' } as const

describe('the filters of disputes', () => {
  test('come from the URL, without unknown values', () => {
    const filters = { q: 'late', status: 'escalated', type: 'payment' } as const
    expect(readFilters(new URLSearchParams(filters))).toEqual(filters)
    expect(readFilters(new URLSearchParams('status=open&type=magic&q=%20'))).toEqual(noFilters)
    expect(toQuery(noFilters)).toEqual({})
    expect(toQuery({ ...noFilters, type: 'other' })).toEqual({ type: 'other' })
    expect(hasFilters(noFilters)).toBe(false)
    expect(hasFilters({ ...noFilters, type: 'other' })).toBe(true)
  })

  test('match the other side’s name, the reason and the number in upper or lower case', () => {
    for (const q of [
      '',
      'amara',
      'HOUR late',
      'dpt-12',
      '#DPT-12 ',
      '#12',
      '12',
      'dpt',
      'DPT-1',
      '#dpt',
      '#',
    ]) {
      expect(matchesFilters(dispute, 'Amara Bennett', { ...noFilters, q }), q).toBe(true)
    }
    for (const q of ['zz', 'dpt-13', '#13', '##12', 'dpt-2']) {
      expect(matchesFilters(dispute, 'Amara Bennett', { ...noFilters, q }), q).toBe(false)
    }
  })

  test('match a status and a type', () => {
    expect(matchesFilters(dispute, 'Amara', { ...noFilters, status: 'submitted', type: 'schedule' })).toBe(
      true,
    )
    expect(matchesFilters(dispute, 'Amara', { ...noFilters, status: 'closed' })).toBe(false)
    expect(matchesFilters(dispute, 'Amara', { ...noFilters, type: 'other' })).toBe(false)
  })
})
