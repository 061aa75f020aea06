import { COUNTRIES } from '@tendwell/contract/reference'
import { addDays, DAY_MS, HOUR_MS, toLocalDate } from '@tendwell/contract/time'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fc } from '../../../../contract/test/random.ts'
import { type TestApp, testApp } from '../../../test/app.ts'
import { dateIn, hours, openHours } from '../../../test/factories/availability.ts'
import { searchDirectory } from '../../../test/factories/directory.ts'
import { makeCaregiver, setActive, setVerificationStatus } from '../../../test/factories/profiles.ts'
import { updateCaregiverProfile } from '../profiles/index.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** The ids that a search finds, on one page; its count must agree. */
async function findIds(query: Record<string, string>): Promise<number[]> {
  const { status, body } = await searchDirectory(app, query)
  expect(status).toBe(200)
  expect(body.count, JSON.stringify(query)).toBe(body.results.length)
  return body.results.map(({ id }: { id: number }) => id).sort((a: number, b: number) => a - b)
}

const details = (skills: string[], languages: string[]) => ({
  city: 'Lyon',
  country: 'France' as const,
  hourly_rate_usd: 25,
  description: 'Years with families.',
  skills,
  languages,
})

test('filters by skills and languages while many change theirs at the same time', async () => {
  const people = await Promise.all(
    Array.from({ length: 12 }, () =>
      makeCaregiver(app, { skills: ['CPR', 'Tutoring'], languages: ['Hindi'] }),
    ),
  )
  const ids = people.map(({ id }) => id).sort((a, b) => a - b)
  const [first, second, third, fourth, ...rest] = ids as [number, number, number, number]
  await Promise.all([
    setActive(app, first, false),
    setVerificationStatus(app, second, 'rejected'),
    updateCaregiverProfile(app.deps, third, details(['Dog walking'], ['Urdu', 'Hindi'])),
    updateCaregiverProfile(app.deps, fourth, details(['CPR', 'dog WALKING', 'Juggling'], ['Esperanto'])),
    ...rest.map((id) =>
      updateCaregiverProfile(app.deps, id, details(['CPR', 'Bilingual care'], ['Japanese'])),
    ),
  ])
  expect(await findIds({ skills: 'CPR' })).toEqual([fourth, ...rest])
  expect(await findIds({ skills: 'dog walking' })).toEqual([third, fourth])
  expect(await findIds({ skills: 'CPR,Dog walking' })).toEqual([fourth])
  expect(await findIds({ skills: 'CPR,cpr,juggling' })).toEqual([fourth])
  expect(await findIds({ languages: 'Hindi' })).toEqual([third])
  expect(await findIds({ languages: 'hindi,Japanese', skills: 'Bilingual care' })).toEqual(rest)
  expect(await findIds({ languages: 'Urdu,Esperanto' })).toEqual([third, fourth])
  expect(await findIds({ skills: 'Tutoring' })).toEqual([])
  await Promise.all([setActive(app, first, true), setVerificationStatus(app, second, 'verified')])
  expect(await findIds({ skills: 'Tutoring' })).toEqual([first, second])
  expect(await findIds({ languages: 'Hindi' })).toEqual([first, second, third])
})

test('filters by rates, ratings and countries, bounds included', async () => {
  const someone = fc.record({
    rateCents: fc.oneof(
      fc.integer({ min: 1, max: 125 }).map((eights) => eights * 800),
      fc.integer({ min: 100, max: 100_000 }),
    ),
    ratings: fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 3 }),
    country: fc.constantFrom(...COUNTRIES),
  })
  const people: { id: number; usd: number; hundredths: number; country: string }[] = []
  for (const one of fc.sample(someone, 40)) {
    const { id } = await makeCaregiver(app, { ...one, skills: ['Sign language'] })
    const sum = one.ratings.reduce((all, stars) => all + stars, 0)
    await app.deps.database.execute(sql`UPDATE caregiver_profiles
      SET rating_sum = ${sum}, rating_count = ${one.ratings.length} WHERE user_id = ${id}`)
    const hundredths = one.ratings.length === 0 ? 0 : Math.round((sum * 100) / one.ratings.length)
    people.push({ id, usd: one.rateCents / 100, hundredths, country: one.country })
  }
  const expectFound = async (
    query: Record<string, string>,
    isFound: (one: (typeof people)[number]) => boolean,
  ) =>
    expect(await findIds({ skills: 'Sign language', ...query }), JSON.stringify(query)).toEqual(
      people.filter(isFound).map(({ id }) => id),
    )

  for (const { usd, hundredths } of people.slice(0, 12)) {
    for (const bound of [Math.floor(usd), Math.ceil(usd), Math.ceil(usd) + 1]) {
      await expectFound({ min_rate: String(bound) }, (one) => one.usd >= bound)
      await expectFound({ max_rate: String(bound) }, (one) => one.usd <= bound)
    }
    for (const bound of [hundredths, Math.min(hundredths + 1, 500)]) {
      await expectFound({ min_rating: (bound / 100).toFixed(2) }, (one) => one.hundredths >= bound)
    }
  }
  for (const country of COUNTRIES) {
    await expectFound({ country, languages: 'English' }, (one) => one.country === country)
  }
  for (const bound of [0, 7, 8, 63, 64, 999, 1_000, 1_023, 1_024, 1_000_000]) {
    await expectFound({ min_rate: String(bound) }, (one) => one.usd >= bound)
    await expectFound({ max_rate: String(bound) }, (one) => one.usd <= bound)
  }
  await expectFound(
    { min_rate: '40', max_rate: '640', min_rating: '2.5' },
    ({ usd, hundredths }) => usd >= 40 && usd <= 640 && hundredths >= 250,
  )
  await expectFound({ min_rate: '60', max_rate: '50' }, () => false)
  const [first] = people as [(typeof people)[number]]
  await setActive(app, first.id, false)
  await expectFound({ max_rate: '1000000' }, ({ id }) => id !== first.id)
})

test('a date finds only listed caregivers who are free on it', async () => {
  const date = dateIn(app, 9)
  const onGrid = await makeCaregiver(app)
  const offGrid = await makeCaregiver(app)
  await openHours(onGrid, date, [hours('09:00', '12:00')])
  await openHours(offGrid, date, [hours('09:10', '12:10', 30)])
  const both = [onGrid.id, offGrid.id]
  const places: Record<string, string>[] = [
    {},
    { city: 'lyon' },
    { city: 'l', skills: 'first aid', q: 'families' },
  ]
  for (const where of places) {
    expect(await findIds({ available_on: date, ...where })).toEqual(both)
    expect(await findIds({ available_on: date, start: '10:00', end: '11:30', ...where })).toEqual(both)
    expect(await findIds({ available_on: date, start: '09:00', end: '10:00', ...where })).toEqual([onGrid.id])
  }
  await setVerificationStatus(app, onGrid.id, 'flagged')
  expect(await findIds({ available_on: date })).toEqual([offGrid.id])
  await setActive(app, offGrid.id, false)
  expect(await findIds({ available_on: date })).toEqual([])
  expect(await findIds({ available_on: date, city: 'Lyon' })).toEqual([])
  await setVerificationStatus(app, onGrid.id, 'verified')
  expect(await findIds({ available_on: date })).toEqual([onGrid.id])
})

test('finds hours up to the last offered slot, a year ahead', async () => {
  // The next full hour would move that slot.
  if (app.deps.clock.now().getUTCMinutes() > 57) await app.advance(3)
  const caregiver = await makeCaregiver(app)
  for (let weekday = 1; weekday <= 7; weekday += 1) {
    await caregiver.client.post('/api/availability/rules', { weekday, start: '00:00', end: '00:00' })
  }
  const endMs = app.deps.clock.now().getTime() + 366 * DAY_MS
  const lastMs = Math.floor(endMs / HOUR_MS) * HOUR_MS
  const date = toLocalDate(lastMs, 'UTC')
  const toTime = (ms: number) => new Date(ms).toISOString().slice(11, 16)
  const { body } = await app.visitor.get(
    `/api/availability/day?user_id=${caregiver.id}&date=${date}&timezone=UTC`,
  )
  expect(Date.parse(body.slots.at(-1).start_utc)).toBe(lastMs)
  const hoursFrom = (ms: number, length: number) =>
    findIds({ available_on: toLocalDate(ms, 'UTC'), start: toTime(ms), end: toTime(ms + length * HOUR_MS) })
  expect(await hoursFrom(lastMs, 1)).toEqual([caregiver.id])
  expect(await hoursFrom(lastMs - HOUR_MS, 2)).toEqual([caregiver.id])
  expect(await hoursFrom(lastMs, 2)).toEqual([])
  expect(await hoursFrom(lastMs + HOUR_MS, 1)).toEqual([])
  expect(await findIds({ available_on: addDays(date, 2) })).toEqual([])
})

test('finds words in names and descriptions, stemmed or by prefix, while many change theirs', async () => {
  const people = await Promise.all(
    Array.from({ length: 8 }, (_, at) => makeCaregiver(app, { name: `Wilhelmina Zephyr${at}` })),
  )
  const ids = people.map(({ id }) => id).sort((a, b) => a - b)
  const [first, second, third, ...rest] = ids as [number, number, number, ...number[]]
  expect(await findIds({ q: 'Zeph' })).toEqual(ids)
  expect(await findIds({ q: 'wilhelmina' })).toEqual(ids)
  expect(await findIds({ q: 'ephyr' })).toEqual([])
  const written = (description: string) => ({ ...details(['CPR'], ['Hindi']), description })
  await Promise.all([
    setActive(app, first, false),
    setVerificationStatus(app, second, 'rejected'),
    updateCaregiverProfile(app.deps, third, written('Cuddling a zephyr is no trade.')),
    ...rest.map((id) => updateCaregiverProfile(app.deps, id, written('Who cuddles whom? Will we see?'))),
  ])
  expect(await findIds({ q: 'zephyr' })).toEqual([third, ...rest])
  expect(await findIds({ q: 'cuddle' })).toEqual([third, ...rest])
  expect(await findIds({ q: 'CUDDLING', skills: 'CPR', languages: 'Urdu,Hindi' })).toEqual([third, ...rest])
  expect(await findIds({ q: 'cuddling', skills: 'CPR', min_rate: '20', country: 'France' })).toEqual([
    third,
    ...rest,
  ])
  expect(await findIds({ q: 'cuddling', skills: 'CPR', max_rate: '20' })).toEqual([])
  expect(await findIds({ q: 'will' })).toEqual([])
  expect(await findIds({ q: 'wil', city: 'Ly' })).toEqual([third, ...rest])
  expect(await findIds({ q: 'trade' })).toEqual([third])
  expect(await findIds({ q: 'cuddling trade' })).toEqual([third])
  expect(await findIds({ q: 'trades cuddle', skills: 'CPR', country: 'France' })).toEqual([third])
  expect(await findIds({ q: 'cuddling  trade', city: 'Ly' })).toEqual([third])
  expect(await findIds({ q: 'cuddling trade or will' })).toEqual([third])
  expect(await findIds({ q: 'will we see' })).toEqual(rest)
  expect(await findIds({ q: 'we who cuddles' })).toEqual([third, ...rest])
  expect(await findIds({ q: 'trade will' })).toEqual([third])
  expect(await findIds({ q: 'wilhelmina zephyr' })).toEqual([third, ...rest])
  expect(await findIds({ q: 'Wilhelmina Zeph', languages: 'Hindi' })).toEqual([third, ...rest])
  expect(await findIds({ q: 'zephyr wilhel' })).toEqual([third])
  expect(await findIds({ q: 'wilhelmina zephyr1 zephyr2' })).toEqual([])
  expect(await findIds({ q: 'of the who' })).toEqual([])
  expect(await findIds({ q: '[^ ]' })).toEqual([])
  await updateCaregiverProfile(app.deps, third, written('No trade at all.'))
  expect(await findIds({ q: 'cuddles' })).toEqual(rest)
  await Promise.all([setActive(app, first, true), setVerificationStatus(app, second, 'verified')])
  expect(await findIds({ q: 'zephyr' })).toEqual(ids)
  expect(await findIds({ q: 'zephyr0' })).toEqual(ids.filter((id) => id === people[0]?.id))
  expect(await findIds({ q: 'wilhel' })).toEqual(ids)
})

test('finds names with odd characters', async () => {
  const names = ['Quilla - Bella', 'Mary -Quilla Smith', '<Quilla Rose >', 'Mom of 3 - 4', '& Co', 'O’Quilla']
  const people = new Map<string, number>()
  for (const name of names) people.set(name, (await makeCaregiver(app, { name })).id)
  const idOf = (name: string) => people.get(name)
  const searches = {
    'quilla bella': 'Quilla - Bella',
    'Mary Quilla Smith': 'Mary -Quilla Smith',
    'Mom of 3 - 4': 'Mom of 3 - 4',
    '& Co': '& Co',
    'O’Quilla': 'O’Quilla',
    'o’quil': 'O’Quilla',
  }
  for (const [q, name] of Object.entries(searches)) {
    expect(await findIds({ q }), q).toContain(idOf(name))
  }
  for (const q of ['quilla', 'quill', 'rose', 'ros', 'bella', 'co', 'mom']) {
    await findIds({ q })
    await findIds({ q, skills: 'First Aid' })
    await findIds({ q, country: 'France', ordering: 'newest' })
  }
  expect(await findIds({ q: 'quill' })).toContain(idOf('Quilla - Bella'))
})

test.each([
  '-'.repeat(200),
  '- '.repeat(100),
  `anna ${'-'.repeat(60)}`,
  `${'-'.repeat(40)} anna`,
  '(('.repeat(50),
  'anna\\',
  'a\\b',
  "o'",
  '’’',
  'a’',
  'a:*',
  'a!!!',
])('accepts a query of punctuation: %s', async (q) => {
  expect(await findIds({ q })).toEqual(expect.any(Array))
})
