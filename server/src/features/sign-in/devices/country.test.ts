import { expect, it } from 'vitest'
import { findCountry, nameCountry } from './country.ts'

it.each([
  ['8.8.8.8', 'US'],
  ['81.2.69.142', 'GB'],
  ['::ffff:81.2.69.142', 'GB'],
  ['2a00:1450:4001:80b::200e', 'IE'],
])('finds the country of %s', (address, country) => {
  expect(findCountry(address)).toBe(country)
})

it.each(['127.0.0.1', '::1', '10.0.0.7', 'not an address', ''])('knows no country for %j', (address) => {
  expect(findCountry(address)).toBeNull()
})

it('names a country in English', () => {
  expect(nameCountry('GB')).toBe('United Kingdom')
})
