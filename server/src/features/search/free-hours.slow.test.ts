import {
  addDays,
  DAY_MS,
  getWeekday,
  type LocalDate,
  MINUTE_MS,
  MINUTES_PER_DAY,
  toLocalDate,
  WEEK_MS,
} from '@tendwell/contract/time'
import { eq, gt, sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import type { TestUser } from '../../../test/factories/accounts.ts'
import { bookHours, dateIn, hours, openHours, utc } from '../../../test/factories/availability.ts'
import { searchDirectory } from '../../../test/factories/directory.ts'
import { logInAgain, makeCaregiver } from '../../../test/factories/profiles.ts'
import { inTurn } from '../../../test/in-turn.ts'
import { rebuildFreeWeeks, startOfWeek } from '../availability/free-weeks/free-weeks.ts'
import { freeWeekHorizons, freeWeeks } from '../availability/tables.ts'

let app: TestApp

beforeEach(async () => {
  await app?.close()
  app = await testApp()
})
afterAll(() => app.close())

/** The ids that a search finds, on one page; its count must agree. */
async function findIds(query: Record<string, string>): Promise<number[]> {
  const { status, body } = await searchDirectory(app, query)
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.count, JSON.stringify(query)).toBe(body.results.length)
  return toIds(body.results).sort((a, b) => a - b)
}

const toIds = (people: { id: number }[]) => people.map(({ id }) => id)

/** When the stored week of a date in UTC begins, in minutes since 1970. */
const toWeekMinute = (date: LocalDate) => startOfWeek(Date.parse(date)) / MINUTE_MS

/** The date in UTC on which a stored week begins, this many weeks after the current one. */
const dateOfWeekIn = ({ deps }: TestApp, weeks: number) =>
  toLocalDate(startOfWeek(deps.clock.now().getTime()) + weeks * WEEK_MS, 'UTC')

/** Rebuilds the free weeks of these people and expects the rows not to change. */
async function expectFreeWeeksAreCurrent(people: TestUser[]): Promise<void> {
  const list = () =>
    app.deps.database.select().from(freeWeeks).orderBy(freeWeeks.caregiverId, freeWeeks.weekMinute)
  const before = await list()
  for (const { id } of people) await rebuildFreeWeeks(app.deps, id)
  expect(await list()).toEqual(before)
}

test('finds exactly the caregivers who are free while many change their hours at the same time', async () => {
  const [first, second] = [dateIn(app, 20), dateIn(app, 21)]
  const people = await inTurn(20, () => makeCaregiver(app))
  people.sort((a, b) => a.id - b.id)
  await Promise.all(people.flatMap((one) => [openHours(one, first), openHours(one, second)]))
  expect(await findIds({ available_on: first })).toEqual(toIds(people))
  expect(await findIds({ available_on: second, start: '09:00', end: '17:00' })).toEqual(toIds(people))
  const searches: Record<string, string>[] = [
    {},
    { languages: 'English' },
    { skills: 'First Aid', country: 'France' },
  ]
  for (const filters of searches) {
    const ids: number[] = []
    for (const page of ['1', '2', '3']) {
      const query = new URLSearchParams({ ...filters, available_on: first, page_size: '1', page })
      const { body } = await app.visitor.get(`/api/auth/caregivers?${query}`)
      ids.push(...body.results.map(({ id }: { id: number }) => id))
    }
    expect(ids).toEqual(toIds(people.slice(0, 3)))
  }

  const [booked, closed, rest] = [people.slice(0, 4), people.slice(4, 8), people.slice(8)]
  await Promise.all([
    ...booked.map(({ id }) =>
      bookHours(app, id, [utc(first, '12:00', '13:00'), utc(second, '09:00', '17:00')]),
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
  expect(await findIds({ available_on: first })).toEqual(toIds([...booked, ...rest]))
  expect(await findIds({ available_on: first, start: '09:00', end: '12:00' })).toEqual(toIds(booked))
  expect(await findIds({ available_on: first, start: '10:00', end: '16:00' })).toEqual(toIds(rest))
  expect(await findIds({ available_on: second })).toEqual(toIds([...closed, ...rest]))
  await expectFreeWeeksAreCurrent(people)

  await Promise.all(rest.map((one) => openHours(one, first, [hours('00:00', '00:00')])))
  expect(await findIds({ available_on: first, start: '20:00', end: '00:00' })).toEqual(toIds(rest))
  expect(await findIds({ available_on: first, end: '01:00' })).toEqual(toIds(rest))
  await expectFreeWeeksAreCurrent(people)
})

test('finds hours that go past the end of a stored week', async () => {
  const next = dateOfWeekIn(app, 3)
  const before = addDays(next, -1)
  const [caregiver, other] = [await makeCaregiver(app), await makeCaregiver(app)]
  for (const one of [caregiver, other]) {
    await openHours(one, before, [hours('22:00', '00:00')])
    await openHours(one, next, [hours('00:00', '03:00')])
  }
  await openHours(caregiver, addDays(next, 8), [hours('09:10', '12:10')])
  const both = [caregiver.id, other.id]
  const timezone = 'America/New_York'
  expect(await findIds({ available_on: before, start: '21:30', end: '02:30' })).toEqual([])
  expect(await findIds({ available_on: before, start: '22:00', end: '03:00' })).toEqual(both)
  expect(await findIds({ available_on: next, start: '00:00', end: '03:00' })).toEqual(both)
  expect(await findIds({ available_on: before, start: '20:00', end: '22:00', timezone })).toEqual(both)
  expect(await findIds({ available_on: before, start: '20:00', timezone })).toEqual(both)
  await bookHours(app, caregiver.id, [utc(next, '00:00', '03:00')])
  expect(await findIds({ available_on: before, start: '20:00', timezone })).toEqual([other.id])
  expect(await findIds({ available_on: before, start: '22:00', end: '00:00' })).toEqual(both)
})

test('finds a slot that crosses the end of a stored week by each of its hours', async () => {
  const next = dateOfWeekIn(app, 3)
  const before = addDays(next, -1)
  // Bogota is five hours behind UTC all year.
  const [long, hourly] = [
    await makeCaregiver(app, { timezone: 'America/Bogota' }),
    await makeCaregiver(app, { timezone: 'Asia/Kolkata' }),
  ]
  await openHours(long, before, [hours('18:00', '20:00', 120)])
  await openHours(hourly, next, [hours('03:00', '09:00')])
  const bogota = { available_on: before, timezone: 'America/Bogota' }
  expect(await findIds({ ...bogota, start: '18:00', end: '20:00' })).toEqual([long.id, hourly.id])
  expect(await findIds({ ...bogota, start: '19:00', end: '20:00' })).toEqual([long.id, hourly.id])
  expect(await findIds({ ...bogota, start: '19:00', end: '20:30' })).toEqual([hourly.id])
  const kolkata = { available_on: next, timezone: 'Asia/Kolkata' }
  for (const [start, end] of [
    ['05:00', '06:00'],
    ['05:30', '06:00'],
    ['05:00', '09:00'],
    ['03:00', '09:00'],
  ] as const) {
    expect(await findIds({ ...kolkata, start, end }), start).toContain(hourly.id)
  }
  await bookHours(app, hourly.id, [
    { startMs: utc(before, '23:30', '23:30').startMs, endMs: utc(next, '00:30', '00:30').endMs },
  ])
  expect(await findIds({ ...kolkata, start: '05:00', end: '06:00' })).toEqual([long.id])
  expect(await findIds({ ...kolkata, start: '06:00', end: '09:00' })).toEqual([hourly.id])
  await expectFreeWeeksAreCurrent([long, hourly])
})

test('does not find hours whose last slot starts too far ahead to be offered', async () => {
  const yearMs = 366 * DAY_MS
  const nowMs = app.deps.clock.now().getTime()
  const lastMs = Math.ceil((nowMs + yearMs + DAY_MS) / WEEK_MS) * WEEK_MS
  await app.advance(Math.round((lastMs - yearMs - nowMs) / MINUTE_MS) - 10)
  const [last, before] = [toLocalDate(lastMs, 'UTC'), addDays(toLocalDate(lastMs, 'UTC'), -1)]
  const [odd, even] = [await makeCaregiver(app), await makeCaregiver(app)]
  for (const one of [odd, even]) {
    const client = await logInAgain(app, one)
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
  expect(await findIds({ available_on: before, start: '21:00', end: '00:00' })).toEqual(both)
  expect(await findIds({ available_on: before, start: '21:00', end: '01:00' })).toEqual([])
  expect(await findIds({ available_on: before, start: '21:30', end: '01:00' })).toEqual([])
})

test('writes only the weeks that a booking or a changed weekly rule affects', async () => {
  const [caregiver, other] = [await makeCaregiver(app), await makeCaregiver(app)]
  for (const { client } of [caregiver, other]) {
    for (const weekday of [1, 3]) {
      const rule = { weekday, start: '09:00', end: '12:00' }
      expect((await client.post('/api/availability/rules', rule)).status).toBe(201)
    }
  }
  /** The rows written since a transaction id, by week. */
  const listWritten = async (since: string) => {
    const { rows } = await app.deps.database.execute<{ caregiver_id: number; week_minute: number }>(
      sql`SELECT caregiver_id, week_minute FROM free_weeks WHERE xmin::text::bigint > ${since}::bigint`,
    )
    return rows
  }
  const getTransactionId = async () => {
    const { rows } = await app.deps.database.execute<{ id: string }>(
      sql`SELECT pg_current_xact_id()::text AS id`,
    )
    return rows[0]?.id as string
  }

  const date = addDays(dateIn(app, 14), (8 - getWeekday(dateIn(app, 14))) % 7)
  const beforeBooking = await getTransactionId()
  await bookHours(app, caregiver.id, [utc(date, '09:00', '10:00')])
  expect(await listWritten(beforeBooking)).toEqual([
    { caregiver_id: caregiver.id, week_minute: toWeekMinute(date) },
  ])

  const { body: rules } = await caregiver.client.get('/api/availability/rules')
  const [monday] = rules.results
  const beforeRule = await getTransactionId()
  const changed = { weekday: 1, start: '09:00', end: '11:00' }
  expect((await caregiver.client.put(`/api/availability/rules/${monday.id}/`, changed)).status).toBe(200)
  const written = await listWritten(beforeRule)
  expect(new Set(written.map((row) => row.caregiver_id))).toEqual(new Set([caregiver.id]))
  expect(written.length).toBeGreaterThan(50)
  await expectFreeWeeksAreCurrent([caregiver, other])
})

test('deletes past weeks and extends calendars as time goes on', async () => {
  const [caregiver, weekly] = [await makeCaregiver(app), await makeCaregiver(app)]
  const [soon, later] = [dateIn(app, 1), dateIn(app, 40)]
  await openHours(caregiver, soon)
  await openHours(caregiver, later)
  expect(
    (await weekly.client.post('/api/availability/rules', { weekday: 1, start: '09:00', end: '12:00' }))
      .status,
  ).toBe(201)
  const listWeeks = async (id: number) =>
    (
      await app.deps.database
        .select()
        .from(freeWeeks)
        .where(eq(freeWeeks.caregiverId, id))
        .orderBy(freeWeeks.weekMinute)
    ).map(({ weekMinute }) => weekMinute)
  expect(await listWeeks(caregiver.id)).toEqual([toWeekMinute(soon), toWeekMinute(later)])
  const lastBefore = (await listWeeks(weekly.id)).at(-1) as number
  await app.advance(28 * MINUTES_PER_DAY)
  expect(await listWeeks(caregiver.id)).toEqual([toWeekMinute(later)])
  expect((await listWeeks(weekly.id)).at(-1)).toBe(lastBefore + 28 * MINUTES_PER_DAY)
  expect((await listWeeks(weekly.id))[0] as number).toBeGreaterThanOrEqual(toWeekMinute(dateIn(app, 0)))
  expect(await findIds({ available_on: later })).toContain(caregiver.id)
})

test('extends calendars when 200 short ones belong to no caregiver profile', async () => {
  const caregiver = await makeCaregiver(app)
  await openHours(caregiver, dateIn(app, 1))
  await app.deps.database.execute(sql`
    WITH people AS (
      INSERT INTO users (email, full_name, role, created_at)
      SELECT 'gone-' || at || '@example.test', 'Gone', 'caregiver', now() FROM generate_series(1, 200) AS at RETURNING id)
    INSERT INTO free_week_horizons (caregiver_id, filled_until) SELECT id, '2020-01-01' FROM people`)
  await app.advance(30 * MINUTES_PER_DAY)
  const horizons = await app.deps.database
    .select()
    .from(freeWeekHorizons)
    .where(gt(freeWeekHorizons.filledUntil, new Date('2020-01-01')))
  expect(horizons.map(({ caregiverId }) => caregiverId)).toEqual([caregiver.id])
  expect(horizons[0]?.filledUntil.getTime()).toBeGreaterThan(Date.parse(dateIn(app, 366)))
})
