/**
 * Opens `/caregivers` again and again, as strangers do, and compares its throughput with a bare Fastify route that runs
 * the SQL statements of its search (goal: at least 0.5). Meanwhile the other calls must not wait: it reports the p95 of
 * reading one caregiver, alone, while a kept page is opened, and while each page has to be rendered. Needs the built web
 * app. PAGES_SAMPLES makes it smaller.
 */
import fastify from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestApp, testApp } from '../server/test/app.ts'
import { connectTo } from '../server/test/database.ts'
import { openCaller } from './caller/caller.ts'
import { seedCaregivers } from './search/seed.ts'

const PEOPLE = 1_000
const SAMPLES = Number(process.env.PAGES_SAMPLES ?? 2_000)
const ROUNDS = 5
const CONNECTIONS = 8
const MIN_THROUGHPUT_RATIO = 0.5

const bare = fastify()
const [pages, reads] = [openCaller(), openCaller()]
let app: TestApp
let bareUrl: string
beforeAll(async () => {
  app = await testApp()
  const seeder = await connectTo(app.databaseUrl)
  await seedCaregivers(seeder, PEOPLE, app.deps.clock.now())
  await seeder.end()
  const statements = await captureSearch()
  const pool = app.deps.database.$client
  bare.get('/', () =>
    Promise.all(
      statements.map(
        async ([{ text }, values]) => (await pool.query({ text, rowMode: 'array' }, values)).rows,
      ),
    ),
  )
  bareUrl = await bare.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  pages.close()
  reads.close()
  await bare.close()
  await app.close()
})

async function captureSearch() {
  const query = vi.spyOn(app.deps.database.$client, 'query')
  await app.visitor.get('/api/auth/caregivers/?page_size=12')
  const calls = query.mock.calls as unknown as [{ text: string }, unknown[]][]
  const statements = [...calls]
  query.mockRestore()
  return statements
}

const getP95 = (times: number[]) => [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0
const toRate = (totalMs: number) => (1_000 * SAMPLES) / totalMs

test('a page that many open reaches half of the throughput of its bare search', async () => {
  const url = `${app.url}/caregivers`
  const total = { page: 0, bare: 0 }
  for (const target of [url, bareUrl])
    await pages.measure({ url: target, count: 100, connections: CONNECTIONS })
  for (let round = 0; round < ROUNDS; round += 1) {
    const count = SAMPLES / ROUNDS
    total.page += (await pages.measure({ url, count, connections: CONNECTIONS })).totalMs
    total.bare += (await pages.measure({ url: bareUrl, count, connections: CONNECTIONS })).totalMs
  }
  const ratio = total.bare / total.page
  console.log(
    `/caregivers: ${toRate(total.page).toFixed(0)}/s, its bare search: ${toRate(total.bare).toFixed(0)}/s, ratio ${ratio.toFixed(2)}`,
  )
  expect(ratio).toBeGreaterThanOrEqual(MIN_THROUGHPUT_RATIO)
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
    `p95 of a read: alone ${getP95(alone.times).toFixed(1)} ms, beside pages ${getP95(beside.times).toFixed(1)} ms`,
  )
})
