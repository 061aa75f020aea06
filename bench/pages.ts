/**
 * Opens `/caregivers` again and again, as strangers do, and compares its throughput with a bare Fastify route
 * that runs the SQL statements of its search (goal: at least 0.5). Meanwhile the other calls must not wait:
 * it reports the p95 of reading one caregiver, alone, while a kept page is opened, and while each page has to
 * be rendered. Needs the built web app.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../server/test/app.ts'
import { connectTo } from '../server/test/database.ts'
import { openCaller } from './caller/caller.ts'
import { getQuantile } from './load/quantile.ts'
import { isSmall, size } from './load/size.ts'
import { type BareRoute, captureStatements, openBareRoute } from './search/bare-route.ts'
import { seedCaregivers } from './search/seed.ts'

const PEOPLE = size(1_000, 20)
const SAMPLES = size(2_000, 10)
const ROUNDS = size(5, 1)
const WARM_UP = size(100, 2)
const CONNECTIONS = size(8, 2)
const MIN_THROUGHPUT_RATIO = 0.5

const [pages, reads] = [openCaller(), openCaller()]
let app: TestApp
let bare: BareRoute
beforeAll(async () => {
  app = await testApp()
  const seeder = await connectTo(app.databaseUrl)
  await seedCaregivers(seeder, PEOPLE, app.deps.clock.now())
  await seeder.end()
  bare = await openBareRoute(app)
  bare.statements = (await captureStatements(app, '/api/auth/caregivers/?page_size=12')).statements
})
afterAll(async () => {
  pages.close()
  reads.close()
  await bare.close()
  await app.close()
})

const toRate = (totalMs: number) => (1_000 * SAMPLES) / totalMs

test('a page that many open reaches half of the throughput of its bare search', async () => {
  const url = `${app.url}/caregivers`
  expect((await app.visitor.get('/caregivers')).status).toBe(200)
  const total = { page: 0, bare: 0 }
  for (const target of [url, bare.url]) {
    await pages.measure({ url: target, count: WARM_UP, connections: CONNECTIONS })
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    const count = SAMPLES / ROUNDS
    total.page += (await pages.measure({ url, count, connections: CONNECTIONS })).totalMs
    total.bare += (await pages.measure({ url: bare.url, count, connections: CONNECTIONS })).totalMs
  }
  const ratio = total.bare / total.page
  console.log(
    `/caregivers: ${toRate(total.page).toFixed(0)}/s, its bare search: ${toRate(total.bare).toFixed(0)}/s, ratio ${ratio.toFixed(2)}`,
  )
  if (!isSmall) expect(ratio).toBeGreaterThanOrEqual(MIN_THROUGHPUT_RATIO)
})

test('other calls keep their pace while a page is opened', async () => {
  const { body } = await app.visitor.get('/api/auth/caregivers')
  const read = { url: `${app.url}/api/auth/caregivers/${body.results[0].id}`, count: SAMPLES }
  const alone = await reads.measure(read)
  const [beside] = await Promise.all([
    reads.measure(read),
    pages.measure({ url: `${app.url}/caregivers`, count: SAMPLES, connections: CONNECTIONS }),
  ])
  console.log(
    `p95 of a read: alone ${getQuantile(alone.times, 0.95).toFixed(1)} ms, beside pages ${getQuantile(beside.times, 0.95).toFixed(1)} ms`,
  )
})
