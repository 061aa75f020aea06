import { describe, expect, it } from 'vitest'
import { listReasons, listWantedKinds, MATCH_WEIGHTS, type MatchFacts, type Wishes } from './match.ts'

describe('the kinds of care that a family wants', () => {
  it.each([
    [
      'an unborn child or one under a year',
      [{ name: 'Otto', age: 0, due_date: null }],
      [],
      ['newborn: Otto'],
    ],
    [
      'an unborn child without a name, or two',
      [
        { name: 'Child 1', age: 0, due_date: '2027-03-04' },
        { name: 'Child 2', age: 0, due_date: '2027-03-04' },
      ],
      [],
      ['newborn: your baby'],
    ],
    ['an older child', [{ name: 'Mia', age: 1, due_date: null }], [], ['child: Mia']],
    [
      'both',
      [
        { name: 'Mia', age: 4, due_date: null },
        { name: 'Otto', age: 0, due_date: null },
      ],
      [],
      ['newborn: Otto', 'child: Mia'],
    ],
    ['care needs', [], ['Dementia care', 'Laundry', 'Dog walking'], ['elder: ', 'pet: ', 'household: ']],
    [
      'a care need that a child has too',
      [{ name: 'Mia', age: 4, due_date: null }],
      ['Babysitting'],
      ['child: Mia'],
    ],
    ['needs of any kind, and others', [], ['Live-in nanny', 'Juggling'], []],
  ])('come from %s', (_, children, needs, expected) => {
    const kinds = listWantedKinds(children, needs)
    expect(kinds.map(({ kind, children: names }) => `${kind}: ${names.join()}`)).toEqual(expected)
  })
})

describe('the reasons', () => {
  const wishes: Wishes = {
    kinds: [
      { kind: 'newborn', children: ['Otto'] },
      { kind: 'pet', children: [] },
    ],
    languages: ['Urdu', 'English'],
    weekday: 2,
  }
  const nothing: MatchFacts = {
    ...{ kinds: [false, false], languages: [false, false], distanceKm: null },
    ...{ isBooked: false, isSaved: false, isFree: false },
  }
  it.each([
    [{}, []],
    [
      { kinds: [true, false], languages: [true, false], isFree: true },
      ['Newborn care for Otto', 'Speaks Urdu', 'Free on Tuesdays'],
    ],
    [{ kinds: [true, true] }, ['Newborn care for Otto', 'Pet care']],
    [{ languages: [true, true], isSaved: true }, ['Speaks Urdu and English', 'In your favorites']],
    [
      { isBooked: true, isSaved: true, distanceKm: 3 },
      ['You booked them before', 'In your favorites', 'Close to Lyon'],
    ],
    [{ distanceKm: 11 }, []],
    [
      {
        kinds: [true, true],
        languages: [true, true],
        isFree: true,
        isBooked: true,
        isSaved: true,
        distanceKm: 0,
      },
      ['You booked them before', 'Newborn care for Otto', 'Pet care'],
    ],
  ])('of %j are %j', (facts, expected) => {
    expect(listReasons(wishes, { ...nothing, ...facts }, 'Lyon')).toEqual(expected)
  })

  it('name up to three children, and no hours or place without a habit or a place', () => {
    const children = ['Ada', 'Ben', 'Cy']
    const reasonsOf = (names: string[]) =>
      listReasons(
        { kinds: [{ kind: 'child', children: names }], languages: [], weekday: null },
        { ...nothing, kinds: [true], isFree: true, distanceKm: 1 },
        undefined,
      )
    expect(reasonsOf(children)).toEqual(['Child care for Ada, Ben, and Cy'])
    expect(reasonsOf([...children, 'Dee'])).toEqual(['Child care for your children'])
  })
})

it('lets nothing that is far away outweigh what is near and of the same kind', () => {
  const { distance, kinds, languages, hours } = MATCH_WEIGHTS
  expect(distance).toBeGreaterThanOrEqual(languages + hours + kinds / 2)
})
