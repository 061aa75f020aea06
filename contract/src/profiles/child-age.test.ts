import { expect, test } from 'vitest'
import { findDueDateError, formatChildAge } from './child-age.ts'

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
  [due('2026-11-30'), 'was due November 30, 2026'],
])('writes %j as %j', (child, text) => {
  expect(formatChildAge(child, today)).toBe(text)
})

test.each([
  ['2026-10-31', 'This due date has passed. Enter the age in months'],
  ['2026-11-01', null],
  ['2027-10-01', null],
  ['2027-10-02', 'Enter a due date within the next 10 months'],
])('checks the due date %s', (date, error) => {
  expect(findDueDateError(date, today)).toBe(error)
})
