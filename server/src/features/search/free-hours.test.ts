import { addDays, DAY_MS, MINUTE_MS, toLocalDate } from '@tendwell/contract/time'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import type { TestUser } from '../../../test/factories/accounts.ts'
import { dateIn, hours, openHours, takeHours, utc } from '../../../test/factories/availability.ts'
import { loggedInAgain, makeCaregiver, setActive } from '../../../test/factories/profiles.ts'

let app: TestApp

beforeEach(async () => {
  await app?.close()
  app = await testApp()
})
afterAll(() => app.close())

/**
 * Of a search that fits on one page: whom it shows. It has to count as many, and as many in their city and by calendars,
 * for a language that masks don't know leaves only these.
 */
async function found(query: Record<string, string>): Promise<number[]> {
  const idsOf = async (more: Record<string, string>) => {
    const path = `/api/auth/caregivers?${new URLSearchParams({ page_size: '100', ...query, ...more })}`
    const { status, body } = await app.visitor.get(path)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.count, path).toBe(body.results.length)
    return body.results.map(({ id }: { id: number }) => id).sort((a: number, b: number) => a - b)
  }
  const ids = await idsOf({})
  expect(await idsOf({ city: 'Lyon' })).toEqual(ids)
  expect(await idsOf({ languages: 'english,esperanto' })).toEqual(ids)
  return ids
}

/** The masks that stand in the database and are not what the calendars say, or are missing. */
async function wrongMasks() {
  const { rows } = await app.deps.database.execute(sql`
    SELECT day, sheet, block, kept.masks AS kept, made.masks AS made FROM (
      SELECT day, sheet, block, string_agg(mask::text, '' ORDER BY at)::bit varying AS masks FROM (
        SELECT period * 14 + day AS day, sheet, caregiver_id >> 9 AS block, at,
          bit_or(set_bit(0::bit(512), caregiver_id & 511, get_bit(own[sheet], at))) AS mask
        FROM open_periods, generate_series(0, 13) AS day, open_bits(starts, covered, day) AS own,
          generate_series(1, 2) AS sheet, generate_series(0, 95) AS at
        GROUP BY 1, 2, 3, 4) AS of_one GROUP BY 1, 2, 3) AS made
    FULL JOIN open_blocks AS kept USING (day, sheet, block)
    WHERE made.masks IS DISTINCT FROM kept.masks AND (kept.masks IS NOT NULL OR bit_count(made.masks) > 0)`)
  return rows
}

test('who is free is found as calendars stand, whatever many change side by side', async () => {
  const [first, second] = [dateIn(app, 20), dateIn(app, 21)]
  const people = await Promise.all(Array.from({ length: 20 }, () => makeCaregiver(app)))
  people.sort((a, b) => a.id - b.id)
  const idsOf = (some: TestUser[]) => some.map(({ id }) => id)
  await Promise.all(people.flatMap((one) => [openHours(one, first), openHours(one, second)]))
  expect(await found({ available_on: first })).toEqual(idsOf(people))
  expect(await found({ available_on: second, start: '09:00', end: '17:00' })).toEqual(idsOf(people))
  // For one a page so many are met in order, by calendars or by masks; those above are taken from masks one by one.
  const wishes: Record<string, string>[] = [
    {},
    { languages: 'English' },
    { skills: 'First Aid', country: 'France' },
  ]
  for (const filters of wishes) {
    const ids: number[] = []
    for (const page of ['1', '2', '3']) {
      const query = new URLSearchParams({ ...filters, available_on: first, page_size: '1', page })
      const { body } = await app.visitor.get(`/api/auth/caregivers?${query}`)
      ids.push(...body.results.map(({ id }: { id: number }) => id))
    }
    expect(ids).toEqual(idsOf(people.slice(0, 3)))
  }

  const [booked, closed, rest] = [people.slice(0, 4), people.slice(4, 8), people.slice(8)]
  await Promise.all([
    ...booked.map(({ id }) =>
      takeHours(app, id, [utc(first, '12:00', '13:00'), utc(second, '09:00', '17:00')]),
    ),
    ...closed.map(({ id, client }) =>
      client.post('/api/availability/overrides', {
        caregiver: id,
        date_local: first,
        is_available: false,
        windows: [],
      }),
    ),
    ...rest.map((one) => openHours(one, first, [hours('09:10', '16:10')])),
  ])
  expect(await found({ available_on: first })).toEqual(idsOf([...booked, ...rest]))
  expect(await found({ available_on: first, start: '09:00', end: '12:00' })).toEqual(idsOf(booked))
  expect(await found({ available_on: first, start: '10:00', end: '16:00' })).toEqual(idsOf(rest))
  expect(await found({ available_on: second })).toEqual(idsOf([...closed, ...rest]))
  expect(await wrongMasks()).toEqual([])

  await Promise.all(rest.map((one) => openHours(one, first, [hours('00:00', '00:00')])))
  expect(await found({ available_on: first, start: '20:00', end: '00:00' })).toEqual(idsOf(rest))
  expect(await found({ available_on: first, end: '01:00' })).toEqual(idsOf(rest))
  expect(await wrongMasks()).toEqual([])
})

test('people at the edges of blocks are found, few of them and many', async () => {
  const people: TestUser[] = []
  const comeFrom = (id: number) => app.deps.database.execute(sql`SELECT setval('users_id_seq', ${id - 1})`)
  for (const edge of [512, 1_536]) {
    await comeFrom(edge - 6)
    for (let each = 0; each < 13; each += 1) people.push(await makeCaregiver(app))
  }
  const ids = people.map(({ id }) => id)
  expect([ids[0], ids[12], ids[13], ids[25]]).toEqual([506, 518, 1_530, 1_542])
  await comeFrom(2_048)
  const unlisted = await makeCaregiver(app)
  const [date, later] = [dateIn(app, 25), dateIn(app, 26)]
  const some = people.filter(({ id }) => id % 3 !== 0)
  await Promise.all([...people, unlisted].map((one) => openHours(one, date)))
  await Promise.all(some.map((one) => openHours(one, later)))
  await setActive(app, unlisted.id, false)
  const wishes: [TestUser[], Record<string, string>][] = [
    [people, { available_on: date }],
    [people, { q: 'years', available_on: date, languages: 'English', max_rate: '900' }],
    [some, { available_on: later, skills: 'First Aid', min_rate: '1' }],
  ]
  for (const [wished, wish] of wishes) {
    const expected = wished.map(({ id }) => id)
    expect(await found(wish)).toEqual(expected)
    // A page of one is so short that so many are met in order; the long one is taken from masks.
    const orders = [
      ['newest', expected.at(-1)],
      ['rating', expected[0]],
    ] as const
    for (const [ordering, first] of orders) {
      const query = new URLSearchParams({ ...wish, ordering, page_size: '1' })
      const { body } = await app.visitor.get(`/api/auth/caregivers?${query}`)
      expect(body).toMatchObject({ count: expected.length, results: [{ id: first }] })
    }
  }
  expect(await wrongMasks()).toEqual([])
})

test('hours beyond midnight are found where one fortnight is kept on half hours and the next is not', async () => {
  const nowMs = app.deps.clock.now().getTime()
  const nextMs = (Math.floor(nowMs / (14 * DAY_MS)) + 2) * 14 * DAY_MS
  const next = toLocalDate(nextMs, 'UTC')
  const before = addDays(next, -1)
  const [caregiver, other] = [await makeCaregiver(app), await makeCaregiver(app)]
  for (const one of [caregiver, other]) {
    await openHours(one, before, [hours('22:00', '00:00')])
    await openHours(one, next, [hours('00:00', '03:00')])
  }
  // More than four days on: the fortnight before doesn't know.
  await openHours(caregiver, addDays(next, 8), [hours('09:10', '12:10')])
  const both = [caregiver.id, other.id]
  const timezone = 'America/New_York'
  expect(await found({ available_on: before, start: '21:30', end: '02:30' })).toEqual([])
  expect(await found({ available_on: before, start: '22:00', end: '03:00' })).toEqual(both)
  expect(await found({ available_on: next, start: '00:00', end: '03:00' })).toEqual(both)
  expect(await found({ available_on: before, start: '20:00', end: '22:00', timezone })).toEqual(both)
  expect(await found({ available_on: before, start: '20:00', timezone })).toEqual(both)
  await takeHours(app, caregiver.id, [utc(next, '00:00', '03:00')])
  expect(await found({ available_on: before, start: '20:00', timezone })).toEqual([other.id])
  expect(await found({ available_on: before, start: '22:00', end: '00:00' })).toEqual(both)
})

test('a slot across the midnight between two fortnights is found in all of its hours', async () => {
  const next = toLocalDate(
    (Math.floor(app.deps.clock.now().getTime() / (14 * DAY_MS)) + 2) * 14 * DAY_MS,
    'UTC',
  )
  const before = addDays(next, -1)
  const [long, hourly] = [
    await makeCaregiver(app, { timezone: 'America/New_York' }),
    await makeCaregiver(app, { timezone: 'Asia/Kolkata' }),
  ]
  await openHours(long, before, [hours('18:00', '20:00', 120)])
  await openHours(hourly, next, [hours('03:00', '09:00')])
  const newYork = { available_on: before, timezone: 'America/New_York' }
  expect(await found({ ...newYork, start: '18:00', end: '20:00' })).toEqual([long.id, hourly.id])
  expect(await found({ ...newYork, start: '19:00', end: '20:00' })).toEqual([long.id, hourly.id])
  expect(await found({ ...newYork, start: '19:00', end: '20:30' })).toEqual([hourly.id])
  const kolkata = { available_on: next, timezone: 'Asia/Kolkata' }
  for (const [start, end] of [
    ['05:00', '06:00'],
    ['05:30', '06:00'],
    ['05:00', '09:00'],
    ['03:00', '09:00'],
  ] as const) {
    expect(await found({ ...kolkata, start, end }), start).toContain(hourly.id)
  }
  await takeHours(app, hourly.id, [
    { startMs: utc(before, '23:30', '23:30').startMs, endMs: utc(next, '00:30', '00:30').endMs },
  ])
  expect(await found({ ...kolkata, start: '05:00', end: '06:00' })).toEqual([long.id])
  expect(await found({ ...kolkata, start: '06:00', end: '09:00' })).toEqual([hourly.id])
  expect(await wrongMasks()).toEqual([])
})

test('hours whose last slot begins after the last that is offered are not found, however calendars are kept', async () => {
  const yearMs = 366 * DAY_MS
  const nowMs = app.deps.clock.now().getTime()
  const lastMs = Math.ceil((nowMs + yearMs + DAY_MS) / (14 * DAY_MS)) * 14 * DAY_MS
  await app.advance(Math.round((lastMs - yearMs - nowMs) / MINUTE_MS) - 10)
  const [last, before] = [toLocalDate(lastMs, 'UTC'), addDays(toLocalDate(lastMs, 'UTC'), -1)]
  const [odd, even] = [await makeCaregiver(app), await makeCaregiver(app)]
  for (const one of [odd, even]) {
    const client = await loggedInAgain(app, one)
    for (let weekday = 1; weekday <= 7; weekday += 1) {
      const { status } = await client.post('/api/availability/rules', {
        weekday,
        start: '00:00',
        end: '00:00',
      })
      expect(status).toBe(201)
    }
    if (one === odd) await openHours({ ...one, client }, addDays(last, 8), [hours('09:10', '12:10')])
  }
  const both = [odd.id, even.id]
  expect(await found({ available_on: before, start: '21:00', end: '00:00' })).toEqual(both)
  expect(await found({ available_on: before, start: '21:00', end: '01:00' })).toEqual([])
  expect(await found({ available_on: before, start: '21:30', end: '01:00' })).toEqual([])
})

test('days that are over are forgotten', async () => {
  const caregiver = await makeCaregiver(app)
  const [soon, later] = [dateIn(app, 1), dateIn(app, 40)]
  await openHours(caregiver, soon)
  await openHours(caregiver, later)
  const days = async () =>
    (await app.deps.database.execute(sql`SELECT DISTINCT day FROM open_blocks ORDER BY day`)).rows
  const numberOf = (date: string) => ({ day: Date.parse(date) / DAY_MS })
  expect(await days()).toEqual([numberOf(soon), numberOf(later)])
  await app.advance(30 * 24 * 60)
  expect(await days()).toEqual([numberOf(later)])
  expect(await found({ available_on: later })).toEqual([caregiver.id])
})
