import { expect, it } from 'vitest'
import { readFreeText } from './free-text.ts'

it.each([
  ['newborn nanny in New York', 'newborn New York', []],
  ['Newborn nanny, NYC', 'Newborn', ['New York']],
  ['nannies in the UK', '', ['United Kingdom']],
  ['a night nanny for our baby', 'night nanny baby|newborn|infant', []],
  ['nanny for a newborn in the United Arab Emirates', 'newborn', ['United Arab Emirates']],
  ['babysitter in LA', '', ['Los Angeles']],
  ['babysitter in the us', '', ['United States']],
  ['help us with twins', 'twins', []],
  ['experienced doula near dubai uae', 'doula dubai', ['United Arab Emirates']],
  ['dog walker', 'dog walker|walking', []],
  ['school pick-up and drop-off', null, []],
  ['newborn', null, []],
  ['nanny', null, []],
  ['the', null, []],
  ['sleep training', null, []],
  ['"newborn nanny" in NYC', null, []],
  ['nanny or doula', null, []],
  ['nanny -night', null, []],
  ['?!', null, []],
])('reads “%s” as “%s” and the places %j', (text, words, places) => {
  const read = readFreeText(text)
  expect(read?.words.map((equivalents) => equivalents.join('|')).join(' ') ?? null).toBe(words)
  expect(read?.places ?? []).toEqual(places)
})
