/**
 * Search over 1,000 and over 100,000 caregivers in real PostgreSQL. For each combination of filters, of calls one after
 * another: p50 and p95, how p95 grows with the hundredfold of people (goal: at most 3 times), and their throughput as a
 * part of what their own statement reaches, prepared and looped through `pg` in the same run (goal: at least 0.6).
 * Beside it, without a goal, how many calls a second are answered to as many callers as the product has connections for
 * searches, and what part that is of the statement looped on as many connections.
 * Texts of other than plain words (quotes, OR, a hyphen) take a second statement and are not among them.
 * Run it on a machine that has nothing else to do. SEARCH_PEOPLE and SEARCH_SAMPLES make it smaller for a try.
 */
import { addDays, toLocalDate } from '@tendwell/contract/time'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestApp, testApp } from '../server/test/app.ts'
import { connectTo, type DatabaseClient } from '../server/test/database.ts'
import { openCaller } from './caller/caller.ts'
import { seedCaregivers } from './search/seed.ts'

const SIZES = [1_000, Number(process.env.SEARCH_PEOPLE ?? 100_000)] as const
const SAMPLES = Number(process.env.SEARCH_SAMPLES ?? 600)
const ROUNDS = 6
/** So many of each combination on all connections, so that they have its statement prepared. */
const WARM_UP = 50
/** Of each combination before the first is measured, which would otherwise meet a program not yet compiled. */
const FIRST_CALLS = 200
const LEAST_RATIO = 0.6
const MOST_GROWTH = 3

const day = addDays(toLocalDate(Date.now(), 'UTC'), 12)
const later = addDays(toLocalDate(Date.now(), 'UTC'), 200)
const COMBINATIONS: Record<string, Record<string, string>> = {
  nothing: {},
  'page 20': { page: '20' },
  'a common word': { q: 'care' },
  'a rare word': { q: 'premature' },
  'a name': { q: 'ayesha' },
  'a country': { country: 'France' },
  'a city': { city: 'Lyon' },
  'a common skill': { skills: 'Newborn care' },
  'a rare skill': { skills: 'Dog walking' },
  'three skills': { skills: 'Newborn care,CPR,Night nanny' },
  'two languages': { languages: 'Urdu,Arabic' },
  rates: { min_rate: '40', max_rate: '55' },
  'a rating': { min_rating: '4.5' },
  'lowest rate first': { ordering: 'rate' },
  newest: { ordering: 'newest' },
  'a day': { available_on: day },
  'a day far ahead, elsewhere': { available_on: later, timezone: 'America/New_York' },
  'hours of a day': { available_on: day, start: '09:00', end: '12:00', timezone: 'Europe/Paris' },
  'a city, a day': { city: 'Lyon', available_on: day, timezone: 'Europe/Paris' },
  'country, skill': { country: 'Germany', skills: 'CPR' },
  'country, skill, day': { country: 'Germany', skills: 'CPR', available_on: day, timezone: 'Europe/Berlin' },
  'country, skill, hours': {
    country: 'United States',
    skills: 'CPR',
    available_on: day,
    start: '09:00',
    end: '12:00',
    timezone: 'America/New_York',
  },
  'a skill, a day': { skills: 'Newborn care', available_on: day, timezone: 'Europe/Berlin' },
  'a rare skill, hours': { skills: 'Dog walking', available_on: day, start: '09:00', end: '12:00' },
  'rates, a day': { min_rate: '30', max_rate: '60', available_on: day, timezone: 'America/New_York' },
  'a word, a day': { q: 'sleep', available_on: day, timezone: 'America/New_York' },
  'a word, hours': {
    q: 'sleep',
    available_on: day,
    start: '09:00',
    end: '12:00',
    timezone: 'America/New_York',
  },
  'two words': { q: 'sleep training' },
  'few of a country': { country: 'United Arab Emirates', languages: 'Japanese', skills: 'CPR' },
  'few of a country, hours': {
    country: 'France',
    skills: 'Dog walking',
    available_on: day,
    start: '09:00',
    end: '12:00',
    timezone: 'Europe/Paris',
  },
  'a name, country, rating': { q: 'ayesha', country: 'Pakistan', min_rating: '4.5' },
  'an unheard-of skill, a day': { skills: 'Juggling', available_on: day },
  'word, country, rating': { q: 'sleep', country: 'Canada', min_rating: '4' },
  'skill, language, rates': { skills: 'First Aid', languages: 'English', min_rate: '30', max_rate: '60' },
  everything: {
    q: 'care',
    country: 'United States',
    city: 'New',
    skills: 'Newborn care',
    languages: 'English,Spanish',
    min_rate: '30',
    max_rate: '90',
    min_rating: '4',
    available_on: day,
    start: '09:00',
    end: '11:00',
    timezone: 'America/New_York',
  },
}

type Stage = { app: TestApp; clients: DatabaseClient[] }
type Measured = {
  p50: number
  p95: number
  ratio: number
  perSecond: number
  crowdRatio: number
  found: string
}
type Statement = { text: string; values: unknown[] }

const stages: Stage[] = []
const caller = openCaller()

beforeAll(async () => {
  for (const size of SIZES) {
    const app = await testApp()
    const url = app.deps.database.$client.options.connectionString as string
    const seeder = await connectTo(url)
    await seedCaregivers(seeder, size, app.deps.clock.now())
    await seeder.end()
    const { max, options } = app.deps.searches.$client.options
    const clients: DatabaseClient[] = []
    while (clients.length < (max as number)) clients.push(await connectTo(url, options))
    stages.push({ app, clients })
  }
}, 20 * 60_000)

afterAll(async () => {
  caller.close()
  for (const { app, clients } of stages) {
    for (const client of clients) await client.end()
    await app.close()
  }
})

/** The value that this part of all the others is below. */
function quantileOf(values: number[], part: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * part)] ?? 0
}

/** The one statement that a call sends to the database. */
async function statementOf({ app }: Stage, path: string): Promise<{ statement: Statement; found: string }> {
  const query = vi.spyOn(app.deps.searches.$client, 'query')
  const { body, status } = await app.visitor.get(path)
  const sent = query.mock.calls as unknown as [[{ text: string }, unknown[]]]
  expect(status, path).toBe(200)
  expect(sent, path).toHaveLength(1)
  const [[{ text }, values]] = sent
  query.mockRestore()
  return { statement: { text, values }, found: `${body.count}${body.count_is_exact ? '' : '+'}` }
}

/** The same on some connections, again and again, without anything around it. @returns milliseconds for all */
async function loop(clients: DatabaseClient[], { text, values }: Statement, name: string, times: number) {
  let begun = 0
  const runOnAndOn = async (client: DatabaseClient) => {
    while (begun < times) {
      begun += 1
      await client.query({ name, text, values, rowMode: 'array' })
    }
  }
  const from = performance.now()
  await Promise.all(clients.map(runOnAndOn))
  return performance.now() - from
}

const pathOf = (query: Record<string, string>) => `/api/auth/caregivers?${new URLSearchParams(query)}`

/** Calls, and runs what a call sends, as often as it takes until both are as quick as they will be. */
async function warmUp(stage: Stage, name: string, query: Record<string, string>, times: number) {
  const path = pathOf(query)
  const { statement, found } = await statementOf(stage, path)
  const url = new URL(path, stage.app.url).href
  await caller.measure({ url, count: times, together: stage.clients.length })
  await loop(stage.clients, statement, name, times)
  return { url, statement, found }
}

/** Calls and statements of both sizes by turns, so that whatever else the machine does falls on all of them. */
async function measure(name: string, query: Record<string, string>): Promise<Measured[]> {
  const sides = []
  for (const stage of stages) {
    const warm = await warmUp(stage, name, query, WARM_UP)
    sides.push({
      ...warm,
      stage,
      times: [] as number[],
      whole: { calls: 0, loop: 0, crowd: 0, crowdLoop: 0 },
    })
  }
  const count = Math.ceil(SAMPLES / ROUNDS)
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { stage, url, statement, times, whole } of sides) {
      const { clients } = stage
      const calls = await caller.measure({ url, count })
      times.push(...calls.times)
      whole.calls += calls.whole
      whole.loop += await loop(clients.slice(0, 1), statement, name, count)
      whole.crowd += (await caller.measure({ url, count, together: clients.length })).whole
      whole.crowdLoop += await loop(clients, statement, name, count)
    }
  }
  return sides.map(({ times, whole, found }) => ({
    p50: quantileOf(times, 0.5),
    p95: quantileOf(times, 0.95),
    ratio: whole.loop / whole.calls,
    perSecond: (1_000 * times.length) / whole.crowd,
    crowdRatio: whole.crowdLoop / whole.crowd,
    found,
  }))
}

test('search keeps its goals for every combination of filters', async () => {
  const missed: string[] = []
  const rows: Record<string, Record<string, string | number>> = {}
  for (const [name, query] of Object.entries(COMBINATIONS)) {
    for (const stage of stages) await warmUp(stage, name, query, FIRST_CALLS)
  }
  for (const [name, query] of Object.entries(COMBINATIONS)) {
    const [small, large] = (await measure(name, query)) as [Measured, Measured]
    const growth = large.p95 / small.p95
    rows[name] = {
      found: large.found,
      'p50 1k': small.p50.toFixed(2),
      'p95 1k': small.p95.toFixed(2),
      'p50 100k': large.p50.toFixed(2),
      'p95 100k': large.p95.toFixed(2),
      growth: growth.toFixed(2),
      'ratio 1k': small.ratio.toFixed(2),
      'ratio 100k': large.ratio.toFixed(2),
      'crowd 100k': large.crowdRatio.toFixed(2),
      'calls/s 100k': large.perSecond.toFixed(0),
    }
    if (growth > MOST_GROWTH) missed.push(`${name}: p95 grows ${growth.toFixed(2)} times`)
    if (large.ratio < LEAST_RATIO) missed.push(`${name}: ${large.ratio.toFixed(2)} of pg's throughput`)
  }
  console.log(`milliseconds, ${SIZES.join(' and ')} caregivers, ${SAMPLES} calls each, one statement a call`)
  console.table(rows)
  expect(missed).toEqual([])
})
