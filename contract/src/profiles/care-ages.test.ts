import { expect, test } from 'vitest'
import { findOtherAges, listCareAges } from './care-ages.ts'

const years = (age: number) => ({ age, age_months: null, due_date: null })
const months = (age_months: number) => ({ age: 0, age_months, due_date: null })
const unborn = { age: 0, age_months: null, due_date: '2027-03-04' }

test.each([
  [unborn, ['newborn']],
  [months(0), ['newborn']],
  [months(3), ['newborn', 'baby']],
  [months(4), ['baby']],
  [years(0), ['newborn', 'baby']],
  [years(1), ['baby', 'toddler']],
  [years(2), ['toddler']],
  [years(4), ['toddler', 'school_age']],
  [years(11), ['school_age']],
  [years(12), ['school_age', 'teen']],
  [years(17), ['teen']],
])('counts %j as %j', (child, ages) => {
  expect(listCareAges(child)).toEqual(ages)
})

test('names the children of other ages, and nobody where a caregiver names no ages', () => {
  const children = [unborn, months(8), years(7)]
  expect(findOtherAges(children, ['newborn', 'baby'])).toEqual([years(7)])
  expect(findOtherAges(children, ['teen'])).toEqual(children)
  expect(findOtherAges(children, [])).toEqual([])
})
