import { expect, test } from 'vitest'
import {
  findBirthMonthError,
  findDueDateError,
  formatChildAge,
  getAgeOn,
  listBirthYears,
} from './child-age.ts'

const today = '2026-12-01'
const years = (age: number) => ({ age, age_months: null, due_date: null })
const months = (age_months: number) => ({ age: 0, age_months, due_date: null })
const due = (due_date: string) => ({ age: 0, age_months: null, due_date })

test.each([
  [years(1), '1 year'],
  [years(3), '3 years'],
  [years(0), 'under 1 year'],
  [months(0), 'newborn'],
  [months(1), '1 month'],
  [months(8), '8 months'],
  [due('2027-03-04'), 'due March 4, 2027'],
  [due(today), 'due December 1, 2026'],
  [due('2026-11-30'), 'due Nov 2026'],
])('writes %j as %j', (child, text) => {
  expect(formatChildAge(child, today)).toBe(text)
})

test.each([
  ['2026-10-31', 'This due date has passed. Enter the birth month'],
  ['2026-11-01', null],
  ['2027-10-01', null],
  ['2027-10-02', 'Enter a due date within the next 10 months'],
])('checks the due date %s', (date, error) => {
  expect(findDueDateError(date, today)).toBe(error)
})

test.each([
  ['2026-12', { age: 0, age_months: 0 }],
  ['2026-11', { age: 0, age_months: 1 }],
  ['2026-01', { age: 0, age_months: 11 }],
  ['2025-12', { age: 1, age_months: null }],
  ['2025-01', { age: 1, age_months: null }],
  ['2024-12', { age: 2, age_months: null }],
  ['2027-01', { age: 0, age_months: 0 }],
])('a child of %s has an age on December 1, 2026', (birthMonth, age) => {
  expect(getAgeOn(birthMonth, today)).toEqual(age)
})

test('a child grows with the months, not with the days', () => {
  const ages = ['2026-11-30', '2026-12-01', '2026-12-31', '2027-01-01'].map((day) => getAgeOn('2026-10', day))
  expect(ages.map(({ age_months }) => age_months)).toEqual([1, 2, 2, 3])
})

test.each([
  ['2008-11', 'Enter a birth month of the last 18 years'],
  ['2008-12', null],
  ['2026-12', null],
  ['2027-01', 'This month is still ahead. Enter a due date'],
])('checks the birth month %s', (month, error) => {
  expect(findBirthMonthError(month, today)).toBe(error)
})

test('offers this year and the 18 before', () => {
  const years = listBirthYears(today)
  expect([years[0], years.at(-1), years.length]).toEqual([2026, 2008, 19])
})
