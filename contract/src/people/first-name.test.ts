/** @see docs/rules/accounts.md#names */
import { expect, it } from 'vitest'
import { toFirstName } from './first-name.ts'

it.each([
  ['Fay Fletcher', 'Fay'],
  ['Fay Anne van Featherstone', 'Fay'],
  ['José Ángel', 'José'],
  ['Анна Каренина', 'Анна'],
  ['أمارا ديالو', 'أمارا'],
  ['Mary-Kate Olsen', 'Mary-Kate'],
  // Couples.
  ['Anna & Tom Miller', 'Anna & Tom'],
  ['Daniel and Ruth Meyer', 'Daniel and Ruth'],
  ['Andy Anderson', 'Andy'],
  // The family name comes first.
  ['李 明', '李 明'],
  ['李明', '李明'],
  ['김 민준', '김 민준'],
  ['さとう ゆい', 'さとう ゆい'],
  ['マリア・ガルシア', 'マリア・ガルシア'],
  ['Fletcher, Fay', 'Fletcher, Fay'],
  // No first name can be told.
  ['Fay', 'Fay'],
  ['Dr. Smith, MD', 'Dr. Smith, MD'],
  ['J.R. Moore', 'J.R. Moore'],
  ['The Okoro family', 'The Okoro family'],
  ['Anna & Tom', 'Anna & Tom'],
])('addresses %s as %s', (fullName, firstName) => {
  expect(toFirstName(fullName)).toBe(firstName)
})
