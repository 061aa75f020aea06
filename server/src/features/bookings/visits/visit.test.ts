/** @see docs/rules/bookings.md#about-the-visit */
import { expect, it } from 'vitest'
import { changeVisitDetails, limitVisitDetails, toVisitDetails } from './visit.ts'

const ADDRESS = {
  street: '7 Hidden Mews',
  apartment: 'Flat Nine',
  neighborhood: 'Notting Hill',
  postal_code: 'W11 4ZZ',
  city: 'London',
  country: 'United Kingdom',
} as const
const NOTHING = { children: [], note: '', address: null, emergency_contact: null }
const AGES = [
  { age: 5, age_months: null, due_date: null },
  { age: 0, age_months: 8, due_date: null },
  { age: 0, age_months: null, due_date: '2027-06-01' },
]
const children = AGES.map((age, id) => ({
  ...age,
  id,
  name: `Wilhelmina ${id}`,
  notes: 'Sesame allergy',
  birth_month: '2026-09',
}))
const NAMED = AGES.map((age, id) => ({ name: `Wilhelmina ${id}`, ...age }))
const CONTACT = { name: 'Grandma', phone: '+44 20 7946 0992' }
const visit = toVisitDetails({ note: 'Bring slippers', address: ADDRESS }, children)
const paidVisit = { ...visit, emergency_contact: CONTACT }

it('a request copies names and ages, the note and the address, but no notes and no birth month of a child', () => {
  expect(visit).toEqual({
    children: NAMED,
    note: 'Bring slippers',
    address: ADDRESS,
    emergency_contact: null,
  })
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
  ['phone', paidVisit],
  ['contact', visit],
  [
    'profile',
    {
      children: AGES,
      note: 'Bring slippers',
      address: { neighborhood: 'Notting Hill', city: 'London', country: 'United Kingdom' },
      emergency_contact: null,
    },
  ],
  ['none', NOTHING],
] as const)('a caregiver with access to %s sees exactly that much', (access, seen) => {
  expect(limitVisitDetails(paidVisit, access)).toEqual(seen)
})

it('a visit without an address has none for a caregiver either', () => {
  expect(limitVisitDetails(toVisitDetails({ note: 'Hello' }, []), 'profile')).toEqual({
    children: [],
    note: 'Hello',
    address: null,
    emergency_contact: null,
  })
})

it.each([
  ['nothing', {}, {}],
  ['another note', { note: 'The key is below the mat' }, { note: 'The key is below the mat' }],
  ['no children', { children: [] }, { children: [] }],
  ['no address', { address: null }, { address: null }],
  ['nobody for emergencies', { emergency_contact: null }, { emergency_contact: null }],
  [
    'an empty person for emergencies',
    { emergency_contact: { name: '', phone: '' } },
    { emergency_contact: null },
  ],
])('a change to %s leaves the rest', (_, body, changes) => {
  expect(changeVisitDetails(paidVisit, body, [])).toEqual({ ...paidVisit, ...changes })
})
