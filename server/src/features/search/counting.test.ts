import { COUNTRIES } from '@tendwell/contract/reference'
import { addDays, DAY_MS, HOUR_MS, toLocalDate } from '@tendwell/contract/time'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fc } from '../../../../contract/test/random.ts'
import { type TestApp, testApp } from '../../../test/app.ts'
import { dateIn, hours, openHours } from '../../../test/factories/availability.ts'
import { decide, makeCaregiver, setActive } from '../../../test/factories/profiles.ts'
import { withTransaction } from '../../platform/database.ts'
import { addRating, changeDetails } from '../profiles/index.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** Of a search that fits on one page: whom it shows. It has to count as many. */
async function found(query: Record<string, string>): Promise<number[]> {
  const path = `/api/auth/caregivers?${new URLSearchParams({ page_size: '100', ...query })}`
  const { status, body } = await app.visitor.get(path)
  expect(status).toBe(200)
  expect(body.count, path).toBe(body.results.length)
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

test('skills and languages are counted as they are listed, whatever many change side by side', async () => {
  const people = await Promise.all(
    Array.from({ length: 12 }, () =>
      makeCaregiver(app, { skills: ['CPR', 'Tutoring'], languages: ['Hindi'] }),
    ),
  )
  const ids = people.map(({ id }) => id).sort((a, b) => a - b)
  const [first, second, third, fourth, ...rest] = ids as [number, number, number, number]
  await Promise.all([
    setActive(app, first, false),
    decide(app, second, 'rejected'),
    changeDetails(app.deps, third, details(['Dog walking'], ['Urdu', 'Hindi'])),
    changeDetails(app.deps, fourth, details(['CPR', 'dog WALKING', 'Juggling'], ['Esperanto'])),
    ...rest.map((id) => changeDetails(app.deps, id, details(['CPR', 'Bilingual care'], ['Japanese']))),
  ])
  expect(await found({ skills: 'CPR' })).toEqual([fourth, ...rest])
  expect(await found({ skills: 'dog walking' })).toEqual([third, fourth])
  expect(await found({ skills: 'CPR,Dog walking' })).toEqual([fourth])
  expect(await found({ skills: 'CPR,cpr,juggling' })).toEqual([fourth])
  expect(await found({ languages: 'Hindi' })).toEqual([third])
  expect(await found({ languages: 'hindi,Japanese', skills: 'Bilingual care' })).toEqual(rest)
  expect(await found({ languages: 'Urdu,Esperanto' })).toEqual([third, fourth])
  expect(await found({ skills: 'Tutoring' })).toEqual([])
  await Promise.all([setActive(app, first, true), decide(app, second, 'verified')])
  expect(await found({ skills: 'Tutoring' })).toEqual([first, second])
  expect(await found({ languages: 'Hindi' })).toEqual([first, second, third])
})

test('rates, ratings and countries are counted as they are listed, up to each number and from it on', async () => {
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
  const foundBy = async (query: Record<string, string>, isFound: (one: (typeof people)[number]) => boolean) =>
    expect(await found({ skills: 'Sign language', ...query }), JSON.stringify(query)).toEqual(
      people.filter(isFound).map(({ id }) => id),
    )

  for (const { usd, hundredths } of people.slice(0, 12)) {
    for (const bound of [Math.floor(usd), Math.ceil(usd), Math.ceil(usd) + 1]) {
      await foundBy({ min_rate: String(bound) }, (one) => one.usd >= bound)
      await foundBy({ max_rate: String(bound) }, (one) => one.usd <= bound)
    }
    for (const bound of [hundredths, Math.min(hundredths + 1, 500)]) {
      await foundBy({ min_rating: (bound / 100).toFixed(2) }, (one) => one.hundredths >= bound)
    }
  }
  for (const country of COUNTRIES) {
    await foundBy({ country, languages: 'English' }, (one) => one.country === country)
  }
  for (const bound of [0, 7, 8, 63, 64, 999, 1_000, 1_023, 1_024, 1_000_000]) {
    await foundBy({ min_rate: String(bound) }, (one) => one.usd >= bound)
    await foundBy({ max_rate: String(bound) }, (one) => one.usd <= bound)
  }
  await foundBy(
    { min_rate: '40', max_rate: '640', min_rating: '2.5' },
    ({ usd, hundredths }) => usd >= 40 && usd <= 640 && hundredths >= 250,
  )
  await foundBy({ min_rate: '60', max_rate: '50' }, () => false)
  const [first] = people as [(typeof people)[number]]
  await setActive(app, first.id, false)
  await foundBy({ max_rate: '1000000' }, ({ id }) => id !== first.id)
})

test('a date is counted from the calendars of those who are listed', async () => {
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
    expect(await found({ available_on: date, ...where })).toEqual(both)
    expect(await found({ available_on: date, start: '10:00', end: '11:30', ...where })).toEqual(both)
    expect(await found({ available_on: date, start: '09:00', end: '10:00', ...where })).toEqual([onGrid.id])
  }
  await decide(app, onGrid.id, 'flagged')
  expect(await found({ available_on: date })).toEqual([offGrid.id])
  await setActive(app, offGrid.id, false)
  expect(await found({ available_on: date })).toEqual([])
  expect(await found({ available_on: date, city: 'Lyon' })).toEqual([])
  await decide(app, onGrid.id, 'verified')
  expect(await found({ available_on: date })).toEqual([onGrid.id])
})

test('hours that begin before the year is over, and end after it, are found as they are offered', async () => {
  const caregiver = await makeCaregiver(app)
  for (let weekday = 1; weekday <= 7; weekday += 1) {
    await caregiver.client.post('/api/availability/rules', { weekday, start: '00:00', end: '00:00' })
  }
  const endMs = app.deps.clock.now().getTime() + 366 * DAY_MS
  const lastMs = Math.floor(endMs / HOUR_MS) * HOUR_MS
  const date = toLocalDate(lastMs, 'UTC')
  const at = (ms: number) => new Date(ms).toISOString().slice(11, 16)
  const { body } = await app.visitor.get(
    `/api/availability/day?user_id=${caregiver.id}&date=${date}&timezone=UTC`,
  )
  expect(Date.parse(body.slots.at(-1).start_utc)).toBe(lastMs)
  const hoursFrom = (ms: number, length: number) =>
    found({ available_on: toLocalDate(ms, 'UTC'), start: at(ms), end: at(ms + length * HOUR_MS) })
  expect(await hoursFrom(lastMs, 1)).toEqual([caregiver.id])
  expect(await hoursFrom(lastMs - HOUR_MS, 2)).toEqual([caregiver.id])
  expect(await hoursFrom(lastMs, 2)).toEqual([])
  expect(await hoursFrom(lastMs + HOUR_MS, 1)).toEqual([])
  expect(await found({ available_on: addDays(date, 2) })).toEqual([])
})

test('a word is counted as it is listed: in a text, stemmed, in a name, whatever many change side by side', async () => {
  const people = await Promise.all(
    Array.from({ length: 8 }, (_, at) => makeCaregiver(app, { name: `Wilhelmina Zephyr${at}` })),
  )
  const ids = people.map(({ id }) => id).sort((a, b) => a - b)
  const [first, second, third, ...rest] = ids as [number, number, number, ...number[]]
  expect(await found({ q: 'Zeph' })).toEqual(ids)
  expect(await found({ q: 'wilhelmina' })).toEqual(ids)
  expect(await found({ q: 'ephyr' })).toEqual([])
  const written = (description: string) => ({ ...details(['CPR'], ['Hindi']), description })
  await Promise.all([
    setActive(app, first, false),
    decide(app, second, 'rejected'),
    changeDetails(app.deps, third, written('Cuddling a zephyr is no trade.')),
    ...rest.map((id) => changeDetails(app.deps, id, written('Who cuddles whom? Will we see?'))),
  ])
  expect(await found({ q: 'zephyr' })).toEqual([third, ...rest])
  expect(await found({ q: 'cuddle' })).toEqual([third, ...rest])
  expect(await found({ q: 'CUDDLING', skills: 'CPR', languages: 'Urdu,Hindi' })).toEqual([third, ...rest])
  expect(await found({ q: 'cuddling', skills: 'CPR', min_rate: '20', country: 'France' })).toEqual([
    third,
    ...rest,
  ])
  expect(await found({ q: 'cuddling', skills: 'CPR', max_rate: '20' })).toEqual([])
  expect(await found({ q: 'will' })).toEqual([])
  expect(await found({ q: 'wil', city: 'Ly' })).toEqual([third, ...rest])
  expect(await found({ q: 'trade' })).toEqual([third])
  expect(await found({ q: 'cuddling trade' })).toEqual([third])
  expect(await found({ q: 'trades cuddle', skills: 'CPR', country: 'France' })).toEqual([third])
  expect(await found({ q: 'cuddling  trade', city: 'Ly' })).toEqual([third])
  expect(await found({ q: 'cuddling trade or will' })).toEqual([third])
  expect(await found({ q: 'will we see' })).toEqual(rest)
  expect(await found({ q: 'we who cuddles' })).toEqual([third, ...rest])
  expect(await found({ q: 'trade will' })).toEqual([third])
  expect(await found({ q: 'wilhelmina zephyr' })).toEqual([third, ...rest])
  expect(await found({ q: 'Wilhelmina Zeph', languages: 'Hindi' })).toEqual([third, ...rest])
  expect(await found({ q: 'zephyr wilhel' })).toEqual([])
  expect(await found({ q: 'wilhelmina zephyr1 zephyr2' })).toEqual([])
  expect(await found({ q: 'of the who' })).toEqual([])
  expect(await found({ q: '[^ ]' })).toEqual([])
  await changeDetails(app.deps, third, written('No trade at all.'))
  expect(await found({ q: 'cuddles' })).toEqual(rest)
  await Promise.all([setActive(app, first, true), decide(app, second, 'verified')])
  expect(await found({ q: 'zephyr' })).toEqual(ids)
  expect(await found({ q: 'zephyr0' })).toEqual(ids.filter((id) => id === people[0]?.id))
  expect(await found({ q: 'wilhel' })).toEqual(ids)
  // What was written change by change is what would be made of everyone at once.
  const wrong = await app.deps.database.execute(sql`
    SELECT word, kept.mask AS kept, made.mask AS made FROM (
      SELECT word, user_id >> 9 AS block, bit_or(set_bit(0::bit(512), user_id & 511, 1)) AS mask
      FROM caregiver_profiles AS profile, unnest(words_that_find(profile)) AS word GROUP BY 1, 2
    ) AS made FULL JOIN (SELECT * FROM caregiver_words WHERE bit_count(mask) > 0) AS kept USING (word, block)
    WHERE made.mask IS DISTINCT FROM kept.mask`)
  expect(wrong.rows).toEqual([])
})

test('names of odd characters are counted as they are listed, and found whole', async () => {
  const names = [
    'Quilla - Bella',
    'Mary -Quilla Smith',
    '<Quilla Rose >',
    'Mom of 3 - 4',
    '& Co',
    '!!!',
    'O’Quilla',
  ]
  const people = new Map<string, number>()
  for (const name of names) people.set(name, (await makeCaregiver(app, { name })).id)
  const idOf = (name: string) => people.get(name)
  for (const name of names.slice(0, 2)) expect(await found({ q: name })).toContain(idOf(name))
  for (const q of ['Mom of 3 - 4', '& Co', '!!!', 'O’Quilla', '-Quilla']) {
    const whom = names.find((name) => name.includes(q)) as string
    expect(await found({ q }), q).toContain(idOf(whom))
  }
  // Whatever is found by a word, the count says as many as the page shows.
  for (const q of ['quilla', 'quill', 'rose', 'ros', 'bella', 'co', 'mom']) {
    await found({ q })
    await found({ q, skills: 'First Aid' })
    await found({ q, country: 'France', ordering: 'newest' })
  }
  expect(await found({ q: 'quill' })).toContain(idOf('Quilla - Bella'))
})

test.each([
  '-'.repeat(200),
  '- '.repeat(100),
  `anna ${'-'.repeat(60)}`,
  `${'-'.repeat(40)} anna`,
  '(('.repeat(50),
])('a text of signs is no error: %s', async (q) => {
  expect(await found({ q })).toEqual(expect.any(Array))
})

test('relevance decides among the 120 best rated who fit a text, and rating among the others', async () => {
  const rate = (id: number) =>
    withTransaction(app.deps.database, (transaction) => addRating(transaction, id, 5))
  const everyPage = async (ordering: Record<string, string> = {}): Promise<number[]> => {
    const ids: number[] = []
    for (let page = 1; page <= 11; page += 1) {
      const query = new URLSearchParams({ q: 'quokka', page_size: '12', page: `${page}`, ...ordering })
      const { body } = await app.visitor.get(`/api/auth/caregivers?${query}`)
      ids.push(...body.results.map(({ id }: { id: number }) => id))
    }
    return ids
  }
  const best: number[] = []
  while (best.length < 120) {
    const { id } = await makeCaregiver(app, {
      description: 'Once cared for a quokka.',
      languages: best.length < 68 ? ['English', 'Russian'] : ['English'],
    })
    await rate(id)
    best.push(id)
  }
  const { id: namesake } = await makeCaregiver(app, { name: 'Quokka Lindqvist' })
  expect(await everyPage()).toEqual([...best, namesake])
  expect(await everyPage({ ordering: 'rating' })).toEqual([...best, namesake])
  expect(await everyPage({ ordering: 'newest' })).toEqual([namesake, ...best.toReversed()])
  expect(await everyPage({ ordering: '-rate', languages: 'English' })).toEqual([...best, namesake])
  // Beside all who were made above these are few, and for a long page taken from masks one by one; twelve a page, they are
  // met in order.
  const ofRussia = { languages: 'Russian', min_rating: '5' }
  expect(await found(ofRussia)).toEqual(best.slice(0, 68))
  for (const page of [1, 2, 3]) {
    const query = new URLSearchParams({ ...ofRussia, ordering: 'newest', page: `${page}` })
    const { body } = await app.visitor.get(`/api/auth/caregivers?${query}`)
    const ids = best
      .slice(0, 68)
      .toReversed()
      .slice(12 * (page - 1), 12 * page)
    expect(body.results.map(({ id }: { id: number }) => id)).toEqual(ids)
  }
  await setActive(app, best.pop() as number, false)
  expect(await everyPage()).toEqual([namesake, ...best])
})
