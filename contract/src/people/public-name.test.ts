import { expect, it } from 'vitest'
import { toPublicName } from './public-name.ts'

it.each([
  ['Fay Fletcher', 'Fay F.'],
  ['Daniel and Ruth Meyer', 'Daniel M.'],
  ['The Okoro family', 'The O. family'],
  ['the Van Dyke Family', 'The V. family'],
  ['Fay', 'Fay'],
  ['Fay Fletcher,', 'Fay F.'],
  ['Fay Anne van Featherstone', 'Fay F.'],
  ['José Ángel', 'José Á.'],
  ['マリア・ガルシア', 'マリア ガ.'],
])('shows %s as %s', (fullName, publicName) => {
  expect(toPublicName(fullName)).toBe(publicName)
})
