/**
 * Reports how much disk space 100,000 caregivers with a year of hours take. For a booking, a changed weekly
 * rule and an extended calendar it reports the time and the bytes of write-ahead log. It has no goal. Run it
 * on an idle machine.
 */
import { addDays, MINUTE_MS, toLocalDate } from '@tendwell/contract/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rebuildFreeWeeks } from '../server/src/features/availability/free-weeks/free-weeks.ts'
import { changeRule } from '../server/src/features/availability/rules/rule-commands.ts'
import { type TestApp, testApp } from '../server/test/app.ts'
import { connectTo, type DatabaseClient } from '../server/test/database.ts'
import { bookHours } from '../server/test/factories/availability.ts'
import { getQuantile } from './load/quantile.ts'
import { size } from './load/size.ts'
import { seedCaregivers } from './search/seed.ts'

const PEOPLE = size(100_000, 50)
const SAMPLES = size(100, 3)
const TWO_WEEKS_MINUTES = 14 * 24 * 60

type Rule = { id: number; weekday: number; start: string; end: string }

let app: TestApp
let client: DatabaseClient
beforeAll(async () => {
  app = await testApp()
  client = await connectTo(app.databaseUrl)
  await seedCaregivers(client, PEOPLE, app.deps.clock.now())
}, 30 * 60_000)
afterAll(async () => {
  await client.end()
  await app.close()
})

async function select<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await client.query(text, values)).rows
}

/** Runs `work` for each caregiver. @returns its median time, and the bytes of write-ahead log per run */
async function measure(ids: number[], work: (id: number) => Promise<unknown>) {
  await client.query('CHECKPOINT')
  const [before] = await select<{ lsn: string }>('SELECT pg_current_wal_insert_lsn() AS lsn')
  const times: number[] = []
  for (const id of ids) {
    const from = performance.now()
    await work(id)
    times.push(performance.now() - from)
  }
  const [written] = await select<{ bytes: string }>(
    'SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), $1) AS bytes',
    [before?.lsn],
  )
  return {
    'median ms': getQuantile(times, 0.5).toFixed(1),
    'bytes each': Math.round(Number(written?.bytes) / ids.length),
  }
}

async function book(id: number): Promise<void> {
  const startMs = Date.parse(`${addDays(toLocalDate(Date.now(), 'UTC'), 41)}T10:00:00Z`)
  await bookHours(app, id, [{ startMs, endMs: startMs + 120 * MINUTE_MS }])
}

async function shortenFirstRule(id: number): Promise<void> {
  const [rule] = await select<Rule>(
    `SELECT id, weekday, start_local AS start, end_local AS "end" FROM availability_rules
     WHERE caregiver_id = $1 ORDER BY weekday, id LIMIT 1`,
    [id],
  )
  const { start, ...rest } = rule as Rule
  const laterStart = `${String(Number(start.slice(0, 2)) + 1).padStart(2, '0')}${start.slice(2)}`
  await changeRule(app.deps, id, rest.id, { ...rest, start: laterStart })
}

test('disk and writes', async () => {
  const [database] = await select<{ mb: number }>(
    'SELECT pg_database_size(current_database()) / 1000000 AS mb',
  )
  const tables = await select<{ table: string }>(
    `SELECT relname AS table, pg_total_relation_size(oid) / 1000000 AS mb, pg_indexes_size(oid) / 1000000 AS index_mb,
       reltuples::bigint AS rows
     FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 2 DESC LIMIT 6`,
  )
  console.log(`${PEOPLE} caregivers: ${database?.mb} MB`)
  console.table(tables)
  const people = await select<{ id: number }>(
    `SELECT DISTINCT caregiver_id AS id FROM availability_rules WHERE caregiver_id % 10 = 7 ORDER BY 1 LIMIT $1`,
    [SAMPLES],
  )
  const ids = people.map(({ id }) => id)
  expect(ids.length).toBeGreaterThan(0)
  const later = new Date(Date.now() + TWO_WEEKS_MINUTES * MINUTE_MS)
  const inTwoWeeks = { ...app.deps, clock: { ...app.deps.clock, now: () => later } }
  console.table({
    'a booking': await measure(ids, book),
    'a changed weekly rule': await measure(ids, shortenFirstRule),
    'a calendar extended by two weeks': await measure(ids, (id) => rebuildFreeWeeks(inTwoWeeks, id)),
  })
})
