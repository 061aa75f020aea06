/**
 * Reads a month and a day of a caregiver with two years of bookings over HTTP. Reports the ratio of the
 * median time to that of an empty call plus the five bare queries that read the same rows (goal: below 3).
 * Run it on an idle machine.
 */
import type { DayAvailability, MonthAvailability } from '@tendwell/contract/availability/availability'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../server/test/app.ts'
import { dateIn, makeListedCaregiver } from '../server/test/factories/availability.ts'
import { getQuantile } from './load/quantile.ts'
import { isSmall, size } from './load/size.ts'

const SAMPLES = size(300, 2)
const WARM_UP = size(30, 1)
const BOOKINGS_PER_DAY = 4
const LIMIT = 3

let app: TestApp
let busy: number
beforeAll(async () => {
  app = await testApp({}, { work: false })
  busy = (await makeListedCaregiver(app, { timezone: 'America/New_York' })).id
  const fill = (query: string, values: unknown[]) => app.deps.database.$client.query(query, values)
  await fill(
    `INSERT INTO availability_rules (caregiver_id, weekday, start_local, end_local)
      SELECT $1, weekday, '08:00', '18:00' FROM generate_series(1, 7) weekday`,
    [busy],
  )
  // A year back and a year ahead: four bookings a day, an override every third day and a day off each month.
  await fill(
    `INSERT INTO booked_times (caregiver_id, starts_at, ends_at, buffer_minutes)
      SELECT $1, day + hour * interval '1 hour', day + (hour + 1) * interval '1 hour', 15
      FROM generate_series($2::date - 365, $2::date + 365, interval '1 day') day,
        generate_series(14, 12 + 2 * $3::integer, 2) hour`,
    [busy, dateIn(app, 0), BOOKINGS_PER_DAY],
  )
  await fill(
    `INSERT INTO availability_overrides (caregiver_id, date_local, is_available, windows)
      SELECT $1, day, true, '[
        {"start_local": "08:00", "end_local": "13:00", "slot_minutes": 45, "buffer_minutes": 15},
        {"start_local": "14:00", "end_local": "19:00", "slot_minutes": 30, "buffer_minutes": 0}]'
      FROM generate_series($2::date - 365, $2::date + 365, interval '3 days') day`,
    [busy, dateIn(app, 0)],
  )
  await fill(
    `INSERT INTO time_off (caregiver_id, starts_at, ends_at)
      SELECT $1, day, day + interval '1 day'
      FROM generate_series($2::date - 365, $2::date + 365, interval '1 month') day`,
    [busy, dateIn(app, 0)],
  )
  await fill('ANALYZE', [])
})
afterAll(() => app.close())

const STATEMENTS = {
  profile: 'SELECT timezone, is_listed FROM caregiver_profiles WHERE user_id = $1',
  rules: 'SELECT weekday, start_local, end_local FROM availability_rules WHERE caregiver_id = $1',
  overrides: `SELECT date_local, is_available, windows FROM availability_overrides
    WHERE caregiver_id = $1 AND date_local BETWEEN $2::date - 2 AND $3::date + 2`,
  off: `SELECT starts_at, ends_at FROM time_off
    WHERE caregiver_id = $1 AND ends_at > $2::date - 2 AND starts_at < $3::date + 2`,
  taken: `SELECT starts_at, ends_at, buffer_minutes FROM booked_times
    WHERE caregiver_id = $1 AND blocked_until > $2::date - 2 AND starts_at < $3::date + 2`,
}

async function runBareQueries(first: string, last: string): Promise<void> {
  for (const text of Object.values(STATEMENTS)) {
    const values = text.includes('$2') ? [busy, first, last] : [busy]
    await app.deps.database.$client.query({ text, values })
  }
}

const date = () => dateIn(app, 40)
const zone = encodeURIComponent('Europe/London')
const CALLS = {
  month: {
    toPath: (id: number) =>
      `/api/availability/month?user_id=${id}&year=${date().slice(0, 4)}&month=${Number(date().slice(5, 7))}&timezone=${zone}`,
    toRange: (): [string, string] => [`${date().slice(0, 7)}-01`, `${date().slice(0, 7)}-28`],
    countFree: (body: MonthAvailability) => Object.keys(body.days).length,
  },
  day: {
    toPath: (id: number) => `/api/availability/day?user_id=${id}&date=${date()}&timezone=${zone}`,
    toRange: (): [string, string] => [date(), date()],
    countFree: (body: DayAvailability) => body.slots.length,
  },
}

test.each(['month', 'day'] as const)('a %s costs little more than reading its rows', async (name) => {
  const { toPath, toRange, countFree } = CALLS[name]
  const { body, status } = await app.visitor.get(toPath(busy))
  expect(status).toBe(200)
  expect(countFree(body)).toBeGreaterThan(0)
  const times = { call: [] as number[], bare: [] as number[], empty: [] as number[] }
  const measures = {
    call: () => app.visitor.get(toPath(busy)),
    bare: () => runBareQueries(...toRange()),
    empty: () => app.visitor.get('/healthz'),
  }
  for (let round = -WARM_UP; round < SAMPLES; round += 1) {
    for (const [kind, measure] of Object.entries(measures) as [
      keyof typeof times,
      () => Promise<unknown>,
    ][]) {
      const start = performance.now()
      await measure()
      if (round >= 0) times[kind].push(performance.now() - start)
    }
  }
  const [call, bare, empty] = [
    getQuantile(times.call, 0.5),
    getQuantile(times.bare, 0.5),
    getQuantile(times.empty, 0.5),
  ]
  const ratio = call / (bare + empty)
  console.log(
    `${name}: ${call.toFixed(2)} ms over HTTP; bare queries ${bare.toFixed(2)} ms, empty call ${empty.toFixed(2)} ms: ratio ${ratio.toFixed(2)}, limit ${LIMIT}. (Medians of ${SAMPLES})`,
  )
  if (!isSmall) expect(ratio).toBeLessThan(LIMIT)
})
