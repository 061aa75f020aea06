/**
 * Three reads that most screens begin with: a caregiver by id, a month of their free hours, and the list of
 * caregivers without a filter. Each is compared with a bare Fastify route that gives the same answer from one
 * statement written by hand. Both are called in turns over 16 connections. Goals, as parts of the bare
 * route's throughput: 0.3, 0.25 and 0.5. Run it on an idle machine.
 */
import type { DaySlot } from '@tendwell/contract/availability/availability'
import { addMonths, MINUTE_MS, toLocalDate } from '@tendwell/contract/time'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rebuildFreeWeeks } from '../server/src/features/availability/free-weeks/free-weeks.ts'
import { type TestApp, testApp } from '../server/test/app.ts'
import { connectTo } from '../server/test/database.ts'
import { bookHours } from '../server/test/factories/availability.ts'
import { openCaller } from './caller/caller.ts'
import { isSmall, size } from './load/size.ts'
import { FIRST_PAGE, ONE_CAREGIVER, ONE_MONTH } from './reads/statements.ts'
import { seedCaregivers } from './search/seed.ts'

const PEOPLE = size(2_000, 30)
const CALLS = size(12_000, 4)
const ROUNDS = size(6, 1)
const WARM_UP = size(1_000, 0)
const CONNECTIONS = size(16, 2)

type Read = { path: string; goal: number; answer(): Promise<unknown> }

const reads: Record<string, Read> = {}
const caller = openCaller()
const bare = fastify()
let app: TestApp

// biome-ignore lint/suspicious/noExplicitAny: each statement has other columns
async function query(text: string, values: unknown[]): Promise<any[]> {
  return (await app.deps.database.$client.query(text, values)).rows
}

const toMinute = (date: Date) => Math.ceil(date.getTime() / MINUTE_MS)

// biome-ignore lint/suspicious/noExplicitAny: a row of a statement
const toCaregiver = ({ count: _, ...caregiver }: any) => ({
  ...caregiver,
  next_free_start: caregiver.free_slots[0]?.start_utc ?? null,
})

/** Adds the reads of the best rated caregiver with hours, and books all of a day in the month that is read. */
async function addReads(): Promise<void> {
  const { clock, config } = app.deps
  const thisMonth = `${toLocalDate(clock.now().getTime(), 'UTC').slice(0, 7)}-01`
  const [first, last] = [addMonths(thisMonth, 1), addMonths(thisMonth, 2)]
  const [{ id }] = await query(
    `SELECT user_id AS id FROM caregiver_profiles
     WHERE is_listed AND EXISTS (SELECT FROM availability_rules WHERE caregiver_id = user_id)
     ORDER BY rating_hundredths DESC, rating_count DESC, user_id LIMIT 1`,
    [],
  )
  // The seed's days off are in its free weeks only.
  await rebuildFreeWeeks(app.deps, id)
  const monthPath = `/api/availability/month?user_id=${id}&year=${first.slice(0, 4)}&month=${Number(first.slice(5, 7))}&timezone=UTC`
  const [date] = Object.keys((await app.visitor.get(monthPath)).body.days)
  const { body } = await app.visitor.get(`/api/availability/day?user_id=${id}&date=${date}&timezone=UTC`)
  const slots = body.slots.map((slot: DaySlot) => ({
    startMs: Date.parse(slot.start_utc),
    endMs: Date.parse(slot.end_utc),
  }))
  await bookHours(app, id, slots)

  reads['a caregiver'] = {
    path: `/api/auth/caregivers/${id}`,
    goal: 0.3,
    answer: async () => {
      const [row] = await query(ONE_CAREGIVER, [toMinute(clock.now()), id])
      return { ...toCaregiver(row), service_fee_bps: config.serviceFeeBps }
    },
  }
  reads['a month'] = {
    path: monthPath,
    goal: 0.25,
    answer: async () => (await query(ONE_MONTH, [id, first, last]))[0],
  }
  reads['all caregivers'] = {
    path: '/api/auth/caregivers',
    goal: 0.5,
    answer: async () => {
      const rows = await query(FIRST_PAGE, [toMinute(clock.now())])
      const { count } = rows[0]
      return {
        count: Math.min(count, 1_000),
        count_is_exact: count <= 1_000,
        next: count > rows.length ? '/api/auth/caregivers?page=2' : null,
        previous: null,
        near: null,
        results: rows.map(toCaregiver),
      }
    },
  }
}

beforeAll(async () => {
  app = await testApp()
  const seeder = await connectTo(app.databaseUrl)
  await seedCaregivers(seeder, PEOPLE, app.deps.clock.now())
  await seeder.end()
  await addReads()
  for (const { path, answer } of Object.values(reads)) bare.get(path.split('?')[0] as string, answer)
  await bare.listen({ port: 0, host: '127.0.0.1' })
}, 10 * 60_000)

afterAll(async () => {
  caller.close()
  await bare.close()
  await app.close()
})

test('reads by key reach their parts of a bare route', async () => {
  const rows: Record<string, Record<string, number>> = {}
  const missed: string[] = []
  for (const [name, { path, goal }] of Object.entries(reads)) {
    const url = new URL(path, app.url).href
    const bareUrl = new URL(path, bare.listeningOrigin).href
    expect(await (await fetch(bareUrl)).json(), name).toEqual((await app.visitor.get(path)).body)
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
