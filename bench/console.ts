/**
 * The admin console with 1,000 users and 5,000 requests, and with 100,000 users and 1,000,000 requests.
 * Measures p50 and p95 of each call that a screen makes (goal: p95 of at most 300 ms) and counts its SQL
 * statements (goal: the same number at both sizes, where both find something). Run it on an idle machine.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyAnalytics } from '../server/src/features/console/index.ts'
import { runLedgerChecks } from '../server/src/features/ledger/index.ts'
import { signAccessToken } from '../server/src/features/sign-in/index.ts'
import { withTransaction } from '../server/src/platform/database/database.ts'
import { type TestApp, testApp } from '../server/test/app.ts'
import { connectTo, countStatements } from '../server/test/database.ts'
import { makeUser, type TestUser } from '../server/test/factories/accounts.ts'
import { openCaller } from './caller/caller.ts'
import { listConsoleCalls } from './console/calls.ts'
import { seedConsole, validateForeignKeys } from './console/seed.ts'
import { getQuantile } from './load/quantile.ts'
import { isSmall, size } from './load/size.ts'

const SIZES = [
  { people: 1_000, requests: 5_000 },
  { people: size(100_000, 1_200), requests: size(1_000_000, 6_000) },
] as const
const SAMPLES = size(100, 0)
const WARM_UP = size(5, 0)
const LIMIT_MS = 300

type Stage = { app: TestApp; admin: TestUser; calls: Map<string, string> }

const stages: Stage[] = []
const caller = openCaller()

beforeAll(async () => {
  for (const { people, requests } of SIZES) {
    const app = await testApp()
    const { database, clock, jobs } = app.deps
    const seeder = await connectTo(app.databaseUrl)
    const begun = performance.now()
    await seedConsole(seeder, { people, requests, now: clock.now() })
    // Both sizes are seeded by the same statements, and checking the larger one would take minutes.
    if (stages.length === 0) {
      await validateForeignKeys(seeder)
      expect(await runLedgerChecks(database)).toEqual([])
    }
    await seeder.end()
    // The product's own job sums past days and months.
    await withTransaction(database, (transaction) => jobs.add(transaction, 'admin.keep-analytics', {}))
    await app.drain()
    if (stages.length === 0) expect(await verifyAnalytics(database)).toEqual([])
    const seconds = ((performance.now() - begun) / 1_000).toFixed(0)
    console.log(`${people} people and ${requests} requests seeded in ${seconds} s`)
    const admin = await makeUser(app, { role: 'admin' })
    stages.push({ app, admin, calls: await listConsoleCalls(app, admin) })
  }
}, 30 * 60_000)

afterAll(async () => {
  caller.close()
  for (const { app } of stages) await app.close()
})

async function measure({ app, admin }: Stage, path: string) {
  const url = new URL(path, app.url).href
  // The bench takes longer than the lifetime of a token.
  const token = await signAccessToken(app.deps, {
    userId: admin.id,
    role: 'admin',
    sessionId: admin.sessionId,
  })
  let found = '' as number | ''
  const statements = await countStatements(app, async () => {
    const { body, status } = await app.withToken(token).get(path)
    expect(status, path).toBe(200)
    found = body.count ?? ''
  })
  await caller.measure({ url, count: WARM_UP, token })
  const { times } = await caller.measure({ url, count: SAMPLES, token })
  return { p50: getQuantile(times, 0.5), p95: getQuantile(times, 0.95), statements, found }
}

test('each call of the console meets its goals', async () => {
  const [few, many] = stages as [Stage, Stage]
  const missed: string[] = []
  const rows: Record<string, Record<string, string | number>> = {}
  for (const [title, path] of many.calls) {
    const small = await measure(few, few.calls.get(title) as string)
    const large = await measure(many, path)
    rows[title] = {
      found: large.found,
      'p50 few': small.p50.toFixed(1),
      'p95 few': small.p95.toFixed(1),
      'p50 many': large.p50.toFixed(1),
      'p95 many': large.p95.toFixed(1),
      statements: large.statements,
    }
    if (!isSmall && large.p95 > LIMIT_MS) missed.push(`${title}: p95 is ${large.p95.toFixed(0)} ms`)
    // A list without rows looks up nothing else.
    if (small.found !== 0 && large.found !== 0 && small.statements !== large.statements) {
      missed.push(`${title}: ${small.statements} statements for few, ${large.statements} for many`)
    }
  }
  console.log(
    `milliseconds, ${SAMPLES} calls each; few and many: ${SIZES.map(({ people, requests }) => `${people} people with ${requests} requests`).join(', ')}`,
  )
  console.table(rows)
  expect(missed).toEqual([])
})
