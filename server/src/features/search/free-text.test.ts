import { expect, it } from 'vitest'
import { listPossibleCities, readFreeText } from './free-text.ts'

it.each([
  ['newborn nanny in New York', 'newborn', ['New York']],
  ['newborn nanny in Paris, France', 'newborn', ['Paris', 'France']],
  ['nanny in paris for twins', 'twins', ['paris']],
  ['nanny in the evenings', 'evenings', []],
  ['nanny paris', 'paris', []],
  ['Newborn nanny, NYC', 'Newborn', ['New York']],
  ['nannies in the UK', '', ['United Kingdom']],
  ['a night nanny for our baby', 'night nanny baby|newborn|infant', []],
  ['nanny for a newborn in the United Arab Emirates', 'newborn', ['United Arab Emirates']],
  ['babysitter in LA', '', ['Los Angeles']],
  ['babysitter in the us', '', ['United States']],
  ['help us with twins', 'twins', []],
  ['experienced doula near dubai uae', 'doula', ['dubai', 'United Arab Emirates']],
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
  const read = readFreeText(text, new Set(['new york', 'paris', 'dubai']))
  expect(read?.words.map((equivalents) => equivalents.join('|')).join(' ') ?? null).toBe(words)
  expect(read?.places ?? []).toEqual(places)
})

it('takes up to four words after “in” or “near” as the name of a city', () => {
  expect(listPossibleCities('Nanny in São Paulo')).toEqual(['sao', 'sao paulo'])
  expect(listPossibleCities('near the Hague please help me now')).toEqual([
    'hague',
    'hague please',
    'hague please help',
    'hague please help me',
  ])
  expect(listPossibleCities('night nanny')).toEqual([])
  expect(listPossibleCities('"nanny" in Paris')).toEqual([])
})
