/**
 * Searches among 1,000 and among 100,000 caregivers, with one call at a time. For each combination of filters
 * it reports p50 and p95 at both sizes, and two ratios at 100,000: p95 to the p95 of reading one caregiver by
 * id (goal: at most 25), and throughput to that of a bare Fastify route that runs the same SQL statements
 * (goal: at least 0.7). Run it on an idle machine.
 */
import { addDays, toLocalDate } from '@tendwell/contract/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../server/test/app.ts'
import { connectTo } from '../server/test/database.ts'
import { openCaller } from './caller/caller.ts'
import { getQuantile } from './load/quantile.ts'
import { isSmall, size } from './load/size.ts'
import { type BareRoute, captureStatements, openBareRoute } from './search/bare-route.ts'
import { seedCaregivers } from './search/seed.ts'

const SIZES = [size(1_000, 30), size(100_000, 300)] as const
const SAMPLES = size(600, 1)
const ROUNDS = size(6, 1)
const WARM_UP = size(50, 0)
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
  'a role': { q: 'babysitter' },
  'a role, a city': { q: 'nanny lyon' },
  'a misspelled role': { q: 'babbysiter lyon' },
  'no match': { q: 'babysitter tokyo' },
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

/** The product at one size, and a bare route on the same database. */
type Stage = { app: TestApp; bare: BareRoute }

const stages: Stage[] = []
const caller = openCaller()

async function openStage(people: number): Promise<Stage> {
  const app = await testApp()
  const seeder = await connectTo(app.databaseUrl)
  await seedCaregivers(seeder, people, app.deps.clock.now())
  await seeder.end()
  return { app, bare: await openBareRoute(app) }
}

beforeAll(async () => {
  for (const people of SIZES) stages.push(await openStage(people))
}, 30 * 60_000)

afterAll(async () => {
  caller.close()
  for (const { app, bare } of stages) {
    await bare.close()
    await app.close()
  }
})

type Measured = { p50: number; p95: number; ratio: number; found: string }

/**
 * Alternates between both sizes and their bare routes, so that other load on the machine affects all of them.
 */
async function measure(path: string): Promise<Measured[]> {
  const sides = []
  for (const stage of stages) {
    const { body, statements } = await captureStatements(stage.app, path)
    stage.bare.statements = statements
    const found = `${body.count}${body.count_is_exact ? '' : '+'}`
    const url = new URL(path, stage.app.url).href
    await caller.measure({ url, count: WARM_UP })
    await caller.measure({ url: stage.bare.url, count: WARM_UP })
    sides.push({ stage, url, found, times: [] as number[], totalMs: 0, bareTotalMs: 0 })
  }
  const count = Math.ceil(SAMPLES / ROUNDS)
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const side of sides) {
      const calls = await caller.measure({ url: side.url, count })
      side.times.push(...calls.times)
      side.totalMs += calls.totalMs
      side.bareTotalMs += (await caller.measure({ url: side.stage.bare.url, count })).totalMs
    }
  }
  return sides.map(({ times, totalMs, bareTotalMs, found }) => ({
    p50: getQuantile(times, 0.5),
    p95: getQuantile(times, 0.95),
    ratio: bareTotalMs / totalMs,
    found,
  }))
}

test('every combination of filters meets the goals', async () => {
  const { body } = await (stages[1] as Stage).app.visitor.get('/api/auth/caregivers')
  const { app } = stages[1] as Stage
  const oneUrl = new URL(`/api/auth/caregivers/${body.results[0].id}`, app.url).href
  await caller.measure({ url: oneUrl, count: WARM_UP })
  const oneRead = getQuantile((await caller.measure({ url: oneUrl, count: SAMPLES })).times, 0.95)

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
  if (!isSmall) expect(missed).toEqual([])
})
