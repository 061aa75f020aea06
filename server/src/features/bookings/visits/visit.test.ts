/** @see docs/rules/bookings.md#about-the-visit */
import { expect, it } from 'vitest'
import { limitVisitDetails, toVisitDetails } from './visit.ts'

const ADDRESS = {
  street: '7 Hidden Mews',
  apartment: 'Flat Nine',
  neighborhood: 'Notting Hill',
  postal_code: 'W11 4ZZ',
  city: 'London',
  country: 'United Kingdom',
} as const
const NOTHING = { children: [], note: '', address: null }
const AGES = [
  { age: 5, age_months: null, due_date: null },
  { age: 0, age_months: 8, due_date: null },
  { age: 0, age_months: null, due_date: '2027-06-01' },
]
const children = AGES.map((age, id) => ({ id, name: `Wilhelmina ${id}`, ...age, notes: 'Sesame allergy' }))
const NAMED = AGES.map((age, id) => ({ name: `Wilhelmina ${id}`, ...age }))
const visit = toVisitDetails({ note: 'Bring slippers', address: ADDRESS }, children)

it('a request copies names and ages, the note and the address, but no notes of a child', () => {
  expect(visit).toEqual({ children: NAMED, note: 'Bring slippers', address: ADDRESS })
})

it.each([
  ['nothing', {}],
  ['null', { address: null }],
  ['empty texts', { note: '', address: { street: '', city: '', country: '' as const } }],
])('a request that says %s about the visit stores nothing of it', (_, body) => {
  expect(toVisitDetails(body, [])).toEqual(NOTHING)
})

it('a part of an address is kept with the others empty', () => {
  expect(toVisitDetails({ address: { city: 'London' } }, []).address).toEqual({
    street: '',
    apartment: '',
    neighborhood: '',
    postal_code: '',
    city: 'London',
    country: '',
  })
})

it.each([
  ['contact', { children: NAMED, note: 'Bring slippers', address: ADDRESS }],
  [
    'profile',
    {
      children: AGES,
      note: 'Bring slippers',
      address: { neighborhood: 'Notting Hill', city: 'London', country: 'United Kingdom' },
    },
  ],
  ['none', NOTHING],
] as const)('a caregiver with access to %s sees exactly that much', (access, seen) => {
  expect(limitVisitDetails(visit, access)).toEqual(seen)
})

it('a visit without an address has none for a caregiver either', () => {
  expect(limitVisitDetails(toVisitDetails({ note: 'Hello' }, []), 'profile')).toEqual({
    children: [],
    note: 'Hello',
    address: null,
  })
})
