import { expect, it } from 'vitest'
import { COUNTRIES } from '../reference.ts'
import { getEmergencyNumbers } from './emergency-numbers.ts'

it.each([
  ['United States', ['911']],
  ['Canada', ['911']],
  ['United Kingdom', ['999']],
  ['Pakistan', ['15 police', '1122 ambulance and fire']],
  ['India', ['112']],
  ['Germany', ['112']],
  ['France', ['112']],
  ['Australia', ['000']],
  ['United Arab Emirates', ['999 police', '998 ambulance', '997 fire']],
  ['Saudi Arabia', []],
  ['Atlantis', []],
  ['constructor', []],
  ['', []],
])('knows what to call in %j', (country, numbers) => {
  const found = getEmergencyNumbers(country)
  expect(found.map(({ number, service }) => `${number} ${service}`.trim())).toEqual(numbers)
})

it('gives every country only numbers that can be dialed', () => {
  const found = COUNTRIES.flatMap((country) => getEmergencyNumbers(country))
  expect(found.filter(({ number }) => !/^\d{2,4}$/.test(number))).toEqual([])
})
