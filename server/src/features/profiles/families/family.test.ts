/** @see docs/rules/profiles-and-files.md#who-sees-a-family */
import { describe, expect, it } from 'vitest'
import { isCompleteFamily, requireValidAges, toContactDetails } from './family.ts'

const complete = { fullName: 'Imogen Hartley', city: 'London', country: 'United Kingdom' }

it.each([
  ['all of it', {}, true],
  ['no name', { fullName: ' ' }, false],
  ['no city', { city: '' }, false],
  ['no country', { country: '' }, false],
])('a profile with %s is complete: %s', (_, change, expected) => {
  expect(isCompleteFamily({ ...complete, ...change })).toBe(expected)
})

describe('what depends on a paid booking', () => {
  const family = {
    street: '7 Hidden Mews',
    apartment: 'Flat Nine',
    postalCode: 'W11 4ZZ',
    children: [
      {
        id: 1,
        name: 'Wilhelmina',
        age: 5,
        age_months: null,
        due_date: null,
        birth_month: null,
        notes: 'Sesame allergy',
      },
      { id: 2, name: 'Ada', age: 0, age_months: 8, due_date: null, birth_month: '2026-09', notes: '' },
    ],
  }

  it('is children’s ages without one, and nothing else', () => {
    expect(toContactDetails(family, { withContact: false })).toEqual({
      has_paid_booking: false,
      children: [
        { age: 5, age_months: null, due_date: null },
        { age: 0, age_months: 8, due_date: null },
      ],
    })
  })

  it('is the address and the children with one, without their ids', () => {
    expect(toContactDetails(family, { withContact: true })).toEqual({
      has_paid_booking: true,
      street: '7 Hidden Mews',
      apartment: 'Flat Nine',
      postal_code: 'W11 4ZZ',
      children: [
        { name: 'Wilhelmina', age: 5, age_months: null, due_date: null, notes: 'Sesame allergy' },
        { name: 'Ada', age: 0, age_months: 8, due_date: null, notes: '' },
      ],
    })
  })
})

describe('on May 3, a due date', () => {
  const PASSED = 'This due date has passed. Enter the birth month'
  const TOO_FAR = 'Enter a due date within the next 10 months'
  const check =
    (...dates: (string | null)[]) =>
    () =>
      requireValidAges(
        dates.map((due_date) => ({ due_date, birth_month: null })),
        '2027-05-03',
      )

  it.each(['2027-04-03', '2027-05-03', '2028-03-03', null])('may be %s', (date) => {
    expect(check(date)).not.toThrow()
  })

  it.each([
    ['2027-04-02', PASSED],
    ['2028-03-04', TOO_FAR],
  ])('may not be %s: %s', (date, message) => {
    expect(check('2027-06-01', date)).toThrow(
      expect.objectContaining({ status: 400, fields: { children: [message] } }),
    )
  })

  it('is refused with each message once', () => {
    expect(check('2027-04-02', '2029-01-01', '2027-01-01')).toThrow(
      expect.objectContaining({ fields: { children: [PASSED, TOO_FAR] } }),
    )
  })
})

it.each([
  ['2009-05', null],
  ['2027-05', null],
  ['2009-04', 'Enter a birth month of the last 18 years'],
  ['2027-06', 'This month is still ahead. Enter a due date'],
])('on May 3, 2027, a birth month %s is refused with %j', (birth_month, message) => {
  const check = () => requireValidAges([{ due_date: null, birth_month }], '2027-05-03')
  if (message === null) expect(check).not.toThrow()
  else expect(check).toThrow(expect.objectContaining({ status: 400, fields: { children: [message] } }))
})
