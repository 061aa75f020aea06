import { describe, expect, test } from 'vitest'
import { filtersFrom, fits, isNarrowed, noFilters, pageFrom, paramsOf } from './filters.ts'

const dispute = { id: 12, reason: 'She came an hour late', status: 'submitted', type: 'schedule' } as const

describe('the filters of disputes', () => {
  test('live in the address, which may say anything', () => {
    const filters = { q: 'late', status: 'escalated', type: 'payment' } as const
    expect(filtersFrom(new URLSearchParams(paramsOf(filters, 3)))).toEqual(filters)
    expect(pageFrom(new URLSearchParams(paramsOf(filters, 3)))).toBe(3)
    expect(filtersFrom(new URLSearchParams('status=open&type=magic&q=%20'))).toEqual(noFilters)
    expect(pageFrom(new URLSearchParams('page=-1'))).toBe(1)
    expect(paramsOf(noFilters)).toEqual({})
    expect(isNarrowed(noFilters)).toBe(false)
    expect(isNarrowed({ ...noFilters, type: 'other' })).toBe(true)
  })

  test('narrow by the other side’s name, the reason and the number, whatever their case', () => {
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
      expect(fits(dispute, 'Amara Bennett', { ...noFilters, q }), q).toBe(true)
    }
    for (const q of ['zz', 'dpt-13', '#13', '##12', 'dpt-2']) {
      expect(fits(dispute, 'Amara Bennett', { ...noFilters, q }), q).toBe(false)
    }
  })

  test('narrow by status and by type', () => {
    expect(fits(dispute, 'Amara', { ...noFilters, status: 'submitted', type: 'schedule' })).toBe(true)
    expect(fits(dispute, 'Amara', { ...noFilters, status: 'closed' })).toBe(false)
    expect(fits(dispute, 'Amara', { ...noFilters, type: 'other' })).toBe(false)
  })
})
