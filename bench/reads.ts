/**
 * Three reads that most screens begin with: a caregiver by id, a month of their free hours, and the list of
 * caregivers without a filter. Each is compared with a bare Fastify route that gives the same answer from one
 * statement written by hand. Both are called in turns over 16 connections. Goals, as parts of the bare
 * route's throughput: 0.3, 0.25 and 0.5. Run it on an idle machine.
 */
import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../server/test/app.ts'
import { connectTo } from '../server/test/database.ts'
import { openCaller } from './caller/caller.ts'
import { isSmall, size } from './load/size.ts'
import { listReads, type Read } from './reads/reads.ts'
import { seedCaregivers } from './search/seed.ts'

const PEOPLE = size(2_000, 30)
const CALLS = size(12_000, 4)
const ROUNDS = size(6, 1)
const WARM_UP = size(1_000, 0)
const CONNECTIONS = size(16, 2)

const caller = openCaller()
const bare = fastify()
let app: TestApp
let reads: Record<string, Read>

beforeAll(async () => {
  app = await testApp()
  const seeder = await connectTo(app.databaseUrl)
  await seedCaregivers(seeder, PEOPLE, app.deps.clock.now())
  await seeder.end()
  reads = await listReads(app)
  for (const { path, answer } of Object.values(reads)) bare.get(path.split('?')[0] as string, answer)
  await bare.listen({ port: 0, host: '127.0.0.1' })
}, 10 * 60_000)

afterAll(async () => {
  caller.close()
  await bare.close()
  await app.close()
})

/** What the product's answer makes of nights, which the bare one doesn't know: shown slots, and a day's own hours. */
const OF_NIGHTS = ['free_slots', 'own']
const withoutNights = (json: string) =>
  JSON.parse(json, (key, value) => (OF_NIGHTS.includes(key) ? undefined : value))

test('reads by key reach their parts of a bare route', async () => {
  const rows: Record<string, Record<string, number>> = {}
  const missed: string[] = []
  for (const [name, { path, goal }] of Object.entries(reads)) {
    const url = new URL(path, app.url).href
    const bareUrl = new URL(path, bare.listeningOrigin).href
    const { body } = await app.visitor.get(path)
    expect(withoutNights(await (await fetch(bareUrl)).text()), name).toEqual(
      withoutNights(JSON.stringify(body)),
    )
    const measure = async (target: string, count: number) =>
      (await caller.measure({ url: target, count, connections: CONNECTIONS })).totalMs
    for (const target of [url, bareUrl]) await measure(target, WARM_UP)
    let [totalMs, bareMs] = [0, 0]
    for (let round = 0; round < ROUNDS; round += 1) {
      totalMs += await measure(url, CALLS / ROUNDS)
      bareMs += await measure(bareUrl, CALLS / ROUNDS)
    }
    const toRate = (ms: number) => Math.round((1_000 * CALLS) / ms)
    const ratio = bareMs / totalMs
    rows[name] = {
      'calls/s': toRate(totalMs),
      'bare calls/s': toRate(bareMs),
      ratio: Number(ratio.toFixed(2)),
      goal,
    }
    if (ratio < goal) missed.push(`${name}: ${ratio.toFixed(2)} of the bare route's throughput`)
  }
  console.table(rows)
  if (!isSmall) expect(missed).toEqual([])
})
