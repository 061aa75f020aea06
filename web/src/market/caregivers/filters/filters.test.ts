import { caregiverSearchQuery } from '@tendwell/contract/profiles/profiles'
import { describe, expect, test } from 'vitest'
import { countRuns, fc } from '../../../../../contract/test/random.ts'
import { readPage } from '../../../lib/address/pages.ts'
import { describeDistance } from '../card/distance.ts'
import { describeLooser, listChips, noFilters, readFilters, toSearchQuery, toUrlParams } from './filters.ts'
import { readRate, withMaximum, withMinimum } from './rate-limits.ts'

const full = {
  q: 'gentle',
  country: 'France',
  city: 'Paris',
  near: '2988507',
  withinKm: 25,
  languages: ['English', 'French'],
  skills: ['Newborn care', 'CPR'],
  minRate: 30,
  maxRate: 60,
  minRating: 4.5,
  availableOn: '2026-12-01',
  hours: { start: '20:00', end: '06:00' },
  except: ['3', '5'],
  ordering: '-rate' as const,
}

describe('filters in the URL', () => {
  test('survive a round trip through the URL', () => {
    expect(readFilters(new URLSearchParams(toUrlParams(full)))).toEqual(full)
    expect(toUrlParams(noFilters)).toEqual({})
  })

  test('are sent as the server expects', () => {
    expect(caregiverSearchQuery.parse(toSearchQuery(full, 3))).toMatchObject({
      page: 3,
      page_size: 12,
      min_rating: 4.5,
      available_on: '2026-12-01',
      start: '20:00',
      end: '06:00',
      except: [3, 5],
      timezone: expect.any(String),
    })
    expect(caregiverSearchQuery.safeParse(toSearchQuery(noFilters, 1)).success).toBe(true)
  })

  test('are valid for the server, whatever the URL says', () => {
    const oddOnes = {
      q: ['\0', 'a\0b', '💛'.repeat(150)],
      skills: ['x'.repeat(61), Array(40).fill('long words '.repeat(5)).map(String).join(','), 'a\0,b'],
      min_rate: ['1000000', '-1', '1e3'],
      min_rating: ['4.555', '4.5', '4.50', '1e-7', '5.01', '+4', '0', ' 3 '],
      available_on: ['0202-05-01', '9999-12-31', '2026-02-30', '1970-01-01', '2199-12-31'],
      start: ['24:00', '09:00'],
      end: ['9:00', '12:00'],
      near: ['anywhere', '0', '2988507', '-1', '1e3'],
      within_km: ['10', '11', '50', 'x'],
      except: [
        '3,5',
        '0',
        'x',
        '-1',
        '3, 3,5',
        Array(30)
          .fill('7')
          .map((digit, index) => digit + index)
          .join(','),
      ],
      page: ['0', '99999', '100001'],
    }
    const one = (name: keyof typeof oddOnes) =>
      fc.option(fc.oneof(fc.constantFrom(...oddOnes[name]), fc.string({ unit: 'binary' })), { nil: '' })
    const names = Object.keys(oddOnes) as (keyof typeof oddOnes)[]
    const addresses = fc.record(Object.fromEntries(names.map((name) => [name, one(name)])))
    fc.assert(
      fc.property(addresses, (address) => {
        const params = new URLSearchParams(address as Record<string, string>)
        const { error } = caregiverSearchQuery.safeParse(toSearchQuery(readFilters(params), readPage(params)))
        expect(error?.issues).toBeUndefined()
      }),
      { numRuns: countRuns(300) },
    )
    const read = (query: string) => readFilters(new URLSearchParams(query))
    expect(read('min_rating=4.555')).toEqual(noFilters)
    expect(read('min_rating=4.50')).toEqual({ ...noFilters, minRating: 4.5 })
    expect(read('available_on=0202-05-01&start=09:00&end=12:00')).toEqual(noFilters)
  })

  test('ignore invalid values', () => {
    const odd = new URLSearchParams(
      'min_rate=-5&max_rate=1e3&min_rating=9&ordering=height&page=0&skills=,,CPR,CPR&available_on=soon&start=09:00&end=12:00',
    )
    expect(readFilters(odd)).toEqual({ ...noFilters, skills: ['CPR'] })
    expect(readPage(odd)).toBe(1)
  })

  test('keep the maximum above the minimum', () => {
    const read = (query: string) => readFilters(new URLSearchParams(query))
    expect(read('min_rate=50&max_rate=20')).toEqual({ ...noFilters, minRate: 50, maxRate: 51 })
    expect(read('min_rate=50&max_rate=50')).toEqual({ ...noFilters, minRate: 50, maxRate: 51 })
    expect(read('min_rate=50')).toEqual({ ...noFilters, minRate: 50 })
    expect(read('max_rate=20')).toEqual({ ...noFilters, maxRate: 20 })
  })

  test('can be removed one by one, both rates together', () => {
    const chips = listChips(full, { id: 2988507, name: 'Paris', region: 'Île-de-France', country: 'France' })
    expect(chips.map(({ label }) => label)).toEqual([
      '“gentle”',
      'France',
      'Paris',
      'Within 25 km of Paris',
      'English',
      'French',
      'Newborn care',
      'CPR',
      '$30 to $60 an hour',
      'Rated 4.5 and up',
      'Others than you asked',
      'Available on Tue, Dec 1, 8:00 PM – 6:00 AM',
    ])
    expect(chips.at(-1)?.without).toEqual({ ...full, availableOn: '', hours: null })
    expect(chips.find(({ label }) => label === 'CPR')?.without).toEqual({ ...full, skills: ['Newborn care'] })
    expect(chips.find(({ id }) => id === 'rate')?.without).toEqual({ ...full, minRate: null, maxRate: null })
  })
})

describe('the place', () => {
  const home = { id: 5128581, name: 'New York', region: 'New York', country: 'United States' } as const
  const read = (query: string) => readFilters(new URLSearchParams(query))
  const nearOf = (query: string, place = 'home') => toSearchQuery(read(query), 1, { home: place }).near

  test('is a family’s own city, or a visitor’s last one, until they look elsewhere', () => {
    expect(nearOf('')).toBe('home')
    expect(nearOf('', '5128581')).toBe('5128581')
    expect(nearOf('', '')).toBeUndefined()
    expect(nearOf('near=anywhere')).toBeUndefined()
    expect(nearOf('city=Boston')).toBeUndefined()
    expect(nearOf('country=France')).toBeUndefined()
    expect(nearOf('near=2988507&country=France')).toBe('2988507')
  })

  test('is that of a city that is typed and not picked', () => {
    expect(toSearchQuery(read('city=Boston'), 1)).toMatchObject({ city: 'Boston', around: 'true' })
    expect(toSearchQuery(read('near=2988507'), 1)).not.toHaveProperty('around')
  })

  test('is not what a family’s order depends on', () => {
    const orderOf = (query: string, isFamily: boolean) => toSearchQuery(read(query), 1, { isFamily }).ordering
    expect(orderOf('', true)).toBe('match')
    expect(orderOf('', false)).toBeUndefined()
    expect(orderOf('ordering=recommended&near=anywhere', true)).toBe('recommended')
  })

  test('takes one of three distances, and none without a place', () => {
    expect(read('near=2988507&within_km=11')).toEqual({ ...noFilters, near: '2988507' })
    for (const query of ['within_km=10', 'near=x&within_km=10', 'near=home']) {
      expect(read(query)).toEqual(noFilters)
    }
    expect(read('near=anywhere&within_km=10')).toEqual({ ...noFilters, near: 'anywhere' })
  })

  test('has a chip that says what it does, in miles where people use them', () => {
    const [own] = listChips(noFilters, home)
    expect(own).toMatchObject({ label: 'Near New York first', without: { near: 'anywhere' } })
    const [chosen] = listChips({ ...noFilters, near: '5128581', withinKm: 10 }, home)
    expect(chosen).toMatchObject({ label: 'Within 6 miles of New York', without: noFilters })
    expect(listChips(noFilters)).toEqual([])
    expect(listChips({ ...noFilters, near: 'anywhere' })).toEqual([])
  })

  test('has distances that can be read', () => {
    expect(describeDistance(0, 'France')).toBe('')
    expect(describeDistance(4.2, 'France')).toBe('4 km away')
    expect(describeDistance(1.2, 'United States')).toBe('1 mile away')
    expect(describeDistance(6.4, 'United Kingdom')).toBe('4 miles away')
    expect(describeDistance(5_000, 'France')).toBe('')
    expect(describeDistance(5_000, 'France', { isNearest: true })).toBe('5,000 km away')
    expect(describeDistance(null, 'France')).toBe('')
  })
})

describe('the hours of a day', () => {
  test('need a start, an end and a day', () => {
    const read = (query: string) => readFilters(new URLSearchParams(query))
    expect(read('available_on=2026-12-01&start=09:00')).toEqual({ ...noFilters, availableOn: '2026-12-01' })
    expect(read('start=09:00&end=12:00')).toEqual(noFilters)
    expect(toUrlParams({ ...noFilters, hours: { start: '09:00', end: '12:00' } })).toEqual({})
    expect(toSearchQuery(noFilters, 1)).not.toHaveProperty('timezone')
  })
})

describe('the rate', () => {
  test.each([
    ['$40', 40],
    ['40.75', 40],
    ['40,75', 40],
    ['1,200', 1_200],
    ['123456', 99_999],
    ['any', null],
  ])('is the whole dollars of %j', (typed, rate) => {
    expect(readRate(typed)).toBe(rate)
  })

  test('sets the maximum one above a new minimum, and clears it with the minimum', () => {
    expect(withMinimum({ minRate: null, maxRate: null }, 40)).toEqual({ minRate: 40, maxRate: 41 })
    expect(withMinimum({ minRate: 40, maxRate: 80 }, 50)).toEqual({ minRate: 50, maxRate: 51 })
    expect(withMinimum({ minRate: 40, maxRate: 80 }, null)).toEqual({ minRate: null, maxRate: null })
    expect(withMinimum({ minRate: 40, maxRate: 80 }, 40)).toEqual({ minRate: 40, maxRate: 80 })
  })

  test('keeps the maximum above the minimum', () => {
    expect(withMaximum({ minRate: 40, maxRate: null }, 80)).toEqual({ minRate: 40, maxRate: 80 })
    expect(withMaximum({ minRate: 40, maxRate: null }, 40)).toEqual({ minRate: 40, maxRate: 41 })
    expect(withMaximum({ minRate: null, maxRate: null }, 0)).toEqual({ minRate: null, maxRate: 0 })
  })
})

describe('a looser search', () => {
  const looser = (...filters: string[]) => ({
    without: filters.map((filter) => ({ filter, value: filter === 'q' ? 'lyon' : 'CPR' })) as never,
    ...{ q: '', count: 2, count_is_exact: true },
  })
  test.each([
    [looser('day'), full, 'On another day or hour'],
    [looser('day'), { ...full, hours: null }, 'On another day'],
    [looser('q', 'skills'), full, 'Without “lyon” and without CPR'],
    [looser('skills'), { ...full, skills: ['CPR'] }, 'With any skill'],
    [looser('city'), full, 'Anywhere in France'],
    [looser('city'), { ...full, country: '' }, 'Anywhere'],
    [looser('rating', 'city', 'country'), full, 'With any rating, anywhere, and in any country'],
  ])('says in words what it leaves out: %#', (search, filters, words) => {
    expect(describeLooser(search, filters)).toBe(words)
  })
})
