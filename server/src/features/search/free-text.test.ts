import { expect, it } from 'vitest'
import {
  type KnownCity,
  listMisspelled,
  listPossibleCities,
  readBegunRole,
  readFreeText,
  replaceWords,
  type TextPart,
} from './free-text.ts'

const toCity = (name: string, population = 1_000_000): [string, KnownCity[]] => [
  name,
  [
    {
      ...{ id: 1, name, region: '', country: 'France', latitude: 0, longitude: 0 },
      names: [name],
      population,
    },
  ],
]
const CITIES = new Map([
  ...[toCity('new york'), toCity('nyc'), toCity('la'), toCity('paris'), toCity('dubai'), toCity('nice')],
  ...[toCity('hoboken', 50_000), toCity('una', 50_000)],
])

/** `role`, `@place`, or the words that mean the same. */
function show(part: TextPart): string {
  if (part.kind === 'word') return part.words.join('|')
  if (part.kind === 'role') return 'role'
  if (part.kind === 'state') return `@${part.state}`
  return `@${part.kind === 'city' ? part.places[0]?.names[0] : part.country}`
}

it.each([
  ['newborn nanny in New York', 'newborn role @new york'],
  ['newborn nanny in Paris, France', 'newborn role @paris'],
  ['nanny in paris for twins', 'role @paris twins'],
  ['nanny in the evenings', 'role evenings'],
  ['nanny paris', 'role @paris'],
  ['paris newborn', '@paris newborn'],
  ['paris bennett', null],
  ['babysitter nyc', 'role @nyc'],
  ['nannies in the UK', 'role @United Kingdom'],
  ['a night nanny for our baby', 'role baby|newborn|infant'],
  ['nanny for a newborn in the United Arab Emirates', 'role newborn @United Arab Emirates'],
  ['babysitter in la', 'role @la'],
  ['babysitter LA', 'role @la'],
  ['babysitter la', 'role @la'],
  ['nounou pour la nuit', 'role nuit|night'],
  ['niñera en la noche', 'role noche|night'],
  ['niñera en la India', 'role @India'],
  ['niñera en LA', 'role @la'],
  ['babá em uma casa', 'role casa'],
  ['niñera en una casa', 'role casa'],
  ['babysitter in la for twins', 'role @la twins'],
  ['nanny or', 'role'],
  ['nanny in texas', 'role @Texas'],
  ['texas nanny', '@Texas role'],
  ['nanny in tx', 'role @Texas'],
  ['nanny in New Jersey', 'role @New Jersey'],
  ['paris tx', '@paris @Texas'],
  ['paris, Texas', '@paris @Texas'],
  ['nounou paris ma fille', 'role @paris ma fille'],
  ['nounou ma', 'role ma'],
  ['nounou paris MA', 'role @paris @Massachusetts'],
  ['babysitter paris ma fille', 'role @paris ma fille'],
  ['niñera paris mi hija', 'role @paris mi hija'],
  ['babysitter paris ma', 'role @paris @Massachusetts'],
  ['hoboken nj babysitter', '@hoboken @New Jersey role'],
  ['nanny hoboken or', 'role hoboken'],
  ['nanny hoboken OR', 'role @hoboken @Oregon'],
  ['nanny in new york ny', 'role @new york @New York'],
  ['nanny in georgia', 'role @Georgia'],
  ['georgia nanny', 'georgia role'],
  ['nanny in the evenings in ma', 'role evenings @Massachusetts'],
  ['babysitter in the us', 'role @United States'],
  ['help us with twins', 'twins'],
  ['nice nanny', 'role'],
  ['nanny nice', 'role @nice'],
  ['nanny hoboken', 'role @hoboken'],
  ['hoboken nanny', 'hoboken role'],
  ['nanny in hoboken for twins', 'role @hoboken twins'],
  ['experienced doula near dubai uae', 'role @dubai @United Arab Emirates'],
  ['special needs carer', 'role'],
  ['babysitter for my 2 children', 'role role'],
  ['caregiver', null],
  ['french speaking caregiver', 'french'],
  ['school pick-up and drop-off', null],
  ['newborn', null],
  ['the', null],
  ['sleep training', null],
  ['"newborn nanny" in NYC', null],
  ['nanny or doula', null],
  ['nanny -night', null],
  ['?!', null],
])('reads “%s” as “%s”', (text, parts) => {
  expect(readFreeText(text, CITIES)?.map(show).join(' ') ?? null).toBe(parts)
})

it('takes up to four words in a row as the name of a city', () => {
  expect(listPossibleCities('Nanny São Paulo')).toEqual([
    'nanny',
    'nanny sao',
    'nanny sao paulo',
    'sao',
    'sao paulo',
    'paulo',
  ])
  expect(listPossibleCities('a b c d e')).not.toContain('a b c d e')
  expect(listPossibleCities('paris')).toEqual(['paris'])
  expect(listPossibleCities('"nanny" in Paris')).toEqual([])
})

it.each([
  ['babys', { before: '', isSure: true }],
  ['twins nann', { before: 'twins', isSure: true }],
  ['dog w', { before: '', isSure: true }],
  ['house', { before: '', isSure: false }],
  ['nan', { before: '', isSure: false }],
  ['na', null],
  ['nanny', null],
  ['newborn', null],
  ['nanny in lond', null],
  ['-night babys', null],
])('reads the beginning of a role in “%s”: %j', (text, begun) => {
  const role = readBegunRole(text)
  expect(role && { before: role.before, isSure: role.isSure }).toEqual(begun)
})

it('takes words that say nothing about care as misspelled, alone and with their neighbors', () => {
  expect(listMisspelled('dog siter', CITIES)).toEqual(['dog siter', 'siter'])
  expect(listMisspelled('night nanny in paris', CITIES)).toEqual([])
  expect(listMisspelled('"nany"', CITIES)).toEqual([])
  expect(
    replaceWords(
      'Dog siter, Londn',
      new Map([
        ['dog siter', 'dog sitter'],
        ['londn', 'london'],
      ]),
    ),
  ).toBe('dog sitter london')
})
