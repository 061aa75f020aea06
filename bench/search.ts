/**
 * Searches among 1,000 and among 100,000 caregivers, with one call at a time. For each combination of filters it
 * reports p50 and p95 at both sizes, and two ratios at 100,000: p95 to the p95 of reading one caregiver by id (goal: at
 * most 25), and throughput to that of a bare Fastify route that runs the same SQL statements (goal: at least 0.7). Run
 * it on an idle machine. SEARCH_PEOPLE and SEARCH_SAMPLES make it smaller.
 */
import { addDays, toLocalDate } from '@tendwell/contract/time'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestApp, testApp } from '../server/test/app.ts'
import { connectTo } from '../server/test/database.ts'
import { openCaller } from './caller/caller.ts'
import { seedCaregivers } from './search/seed.ts'

const SIZES = [1_000, Number(process.env.SEARCH_PEOPLE ?? 100_000)] as const
const SAMPLES = Number(process.env.SEARCH_SAMPLES ?? 600)
const ROUNDS = 6
const WARM_UP = 50
const MIN_THROUGHPUT_RATIO = 0.7
const MAX_TIMES_ONE_READ = 25

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
  'near a city': { near: '2996944' },
  'within 25 km of a city': { near: '2996944', within_km: '25' },
  'near a city, a word': { near: '2996944', q: 'sleep' },
  'a sentence': { q: 'newborn nanny in Lyon' },
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

type Statement = { text: string; values: unknown[] }

/** The product at one size, and a bare Fastify route on the same database that runs `statements`. */
type Stage = { app: TestApp; bare: FastifyInstance; bareUrl: string; statements: Statement[] }

const stages: Stage[] = []
const caller = openCaller()

async function openStage(size: number): Promise<Stage> {
  const app = await testApp()
  const seeder = await connectTo(app.databaseUrl)
  await seedCaregivers(seeder, size, app.deps.clock.now())
  await seeder.end()
  const bare = fastify()
  const stage: Stage = { app, bare, bareUrl: '', statements: [] }
  const pool = app.deps.database.$client
  bare.get('/', () =>
    Promise.all(
      stage.statements.map(
        async ({ text, values }) => (await pool.query({ text, rowMode: 'array' }, values)).rows,
      ),
    ),
  )
  stage.bareUrl = await bare.listen({ port: 0, host: '127.0.0.1' })
  return stage
}

beforeAll(async () => {
  for (const size of SIZES) stages.push(await openStage(size))
}, 30 * 60_000)

afterAll(async () => {
  caller.close()
  for (const { app, bare } of stages) {
    await bare.close()
    await app.close()
  }
})

function quantile(values: number[], part: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * part)] ?? 0
}

/** Makes one call. @returns the SQL statements that the product ran, and how many caregivers it found */
async function capture({ app }: Stage, path: string): Promise<{ statements: Statement[]; found: string }> {
  const query = vi.spyOn(app.deps.database.$client, 'query')
  const { body, status } = await app.visitor.get(path)
  expect(status, path).toBe(200)
  const sent = query.mock.calls as unknown as [{ text: string }, unknown[]][]
  const statements = sent.map(([{ text }, values]) => ({ text, values }))
  query.mockRestore()
  return { statements, found: `${body.count}${body.count_is_exact ? '' : '+'}` }
}

type Measured = { p50: number; p95: number; ratio: number; found: string }

/** Alternates between both sizes and their bare routes, so that other load on the machine affects all of them. */
async function measure(path: string): Promise<Measured[]> {
  const sides = []
  for (const stage of stages) {
    const { statements, found } = await capture(stage, path)
    stage.statements = statements
    const url = new URL(path, stage.app.url).href
    await caller.measure({ url, count: WARM_UP })
    await caller.measure({ url: stage.bareUrl, count: WARM_UP })
    sides.push({ stage, url, found, times: [] as number[], totalMs: 0, bareTotalMs: 0 })
  }
  const count = Math.ceil(SAMPLES / ROUNDS)
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const side of sides) {
      const calls = await caller.measure({ url: side.url, count })
      side.times.push(...calls.times)
      side.totalMs += calls.totalMs
      side.bareTotalMs += (await caller.measure({ url: side.stage.bareUrl, count })).totalMs
    }
  }
  return sides.map(({ times, totalMs, bareTotalMs, found }) => ({
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    ratio: bareTotalMs / totalMs,
    found,
  }))
}

test('every combination of filters meets the goals', async () => {
  const { body } = await (stages[1] as Stage).app.visitor.get('/api/auth/caregivers')
  const { app } = stages[1] as Stage
  const oneUrl = new URL(`/api/auth/caregivers/${body.results[0].id}`, app.url).href
  await caller.measure({ url: oneUrl, count: WARM_UP })
  const oneRead = quantile((await caller.measure({ url: oneUrl, count: SAMPLES })).times, 0.95)

  const missed: string[] = []
  const rows: Record<string, Record<string, string>> = {}
  for (const [name, query] of Object.entries(COMBINATIONS)) {
    const [small, large] = (await measure(`/api/auth/caregivers?${new URLSearchParams(query)}`)) as [
      Measured,
      Measured,
    ]
    const times = large.p95 / oneRead
    rows[name] = {
      found: large.found,
      'p50 1k': small.p50.toFixed(2),
      'p95 1k': small.p95.toFixed(2),
      'p50 100k': large.p50.toFixed(2),
      'p95 100k': large.p95.toFixed(2),
      'times one read': times.toFixed(1),
      'ratio 1k': small.ratio.toFixed(2),
      'ratio 100k': large.ratio.toFixed(2),
    }
    if (times > MAX_TIMES_ONE_READ) missed.push(`${name}: p95 is ${times.toFixed(1)} times one read`)
    if (large.ratio < MIN_THROUGHPUT_RATIO)
      missed.push(`${name}: ${large.ratio.toFixed(2)} of the bare route's throughput`)
  }
  console.log(
    `milliseconds, ${SIZES.join(' and ')} caregivers, ${SAMPLES} calls each; reading one caregiver: p95 ${oneRead.toFixed(2)} ms`,
  )
  console.table(rows)
  expect(missed).toEqual([])
})
