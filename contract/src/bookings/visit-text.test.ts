import { expect, test } from 'vitest'
import { formatAddress, formatVisitChildren } from './visit-text.ts'

test('lists children by name and age, or by age alone', () => {
  const ida = { age: 3, age_months: null, due_date: null }
  const otto = { age: 0, age_months: 8, due_date: null }
  expect(
    formatVisitChildren(
      [
        { name: 'Ida', ...ida },
        { name: 'Otto', ...otto },
      ],
      '2026-12-01',
    ),
  ).toBe('Ida (3 years), Otto (8 months)')
  const unborn = { name: 'Child 2', age: 0, age_months: null, due_date: '2027-03-04' }
  expect(formatVisitChildren([unborn], '2026-12-01')).toBe('Baby (due March 4, 2027)')
  expect(formatVisitChildren([ida, otto], '2026-12-01')).toBe('3 years, 8 months')
})

test('writes an address on one line without the parts that are not known', () => {
  const town = { neighborhood: 'SoHo', city: 'New York', country: 'United States' }
  expect(formatAddress(town)).toBe('SoHo, New York, United States')
  expect(formatAddress({ ...town, street: '1 Elm Street', apartment: '', postal_code: '10012' })).toBe(
    '1 Elm Street, SoHo, New York 10012, United States',
  )
})
