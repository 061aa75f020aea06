import { MINUTE_MS } from '@tendwell/contract/time'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { createClock } from '../clock.ts'
import { type Database, openDatabase, withTransaction } from '../database/database.ts'
import { createLog } from '../log.ts'
import { createMetrics } from '../observability/metrics.ts'
import { createJobs, type Jobs } from './jobs.ts'
import { holdWorkerLock } from './worker-lock.ts'

const log = createLog('silent')
const clock = createClock()
let testDatabase: TestDatabase
let database: Database
type Events = { 'review.written': { reviewId: number } }
let jobs: Jobs<Events>
let calls: string[]

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = openDatabase(testDatabase.url, log)
})
afterAll(async () => {
  await database.$client.end()
  await testDatabase.drop()
})
beforeEach(() => {
  calls = []
  jobs = createJobs<Events>({ database, clock, log, metrics: createMetrics(database) })
})

describe('jobs', () => {
  test('runs each subscriber of an event once, after the commit', async () => {
    jobs.subscribe('review.written', 'first', async ({ reviewId }) => void calls.push(`first ${reviewId}`))
    jobs.subscribe('review.written', 'second', async ({ reviewId }) => void calls.push(`second ${reviewId}`))
    await withTransaction(database, async (transaction) => {
      await jobs.publish(transaction, 'review.written', { reviewId: 7 })
      expect(calls).toEqual([])
    })
    await jobs.drain()
    expect(calls.sort()).toEqual(['first 7', 'second 7'])
  })

  test('drops an event when its transaction rolls back', async () => {
    jobs.subscribe('review.written', 'first', async ({ reviewId }) => void calls.push(`first ${reviewId}`))
    const rolledBack = withTransaction(database, async (transaction) => {
      await jobs.publish(transaction, 'review.written', { reviewId: 7 })
      throw new Error('changed my mind')
    })
    await expect(rolledBack).rejects.toThrow('changed my mind')
    await jobs.drain()
    expect(calls).toEqual([])
  })

  test('retries only the subscriber that failed', async () => {
    let fails = true
    jobs.subscribe('review.written', 'shaky', async () => {
      if (fails) throw new Error('not now')
      calls.push('shaky')
    })
    jobs.subscribe('review.written', 'steady', async () => void calls.push('steady'))
    await withTransaction(database, (transaction) =>
      jobs.publish(transaction, 'review.written', { reviewId: 7 }),
    )
    await jobs.drain()
    expect(calls).toEqual(['steady'])
    fails = false
    await database.$client.query('UPDATE graphile_worker._private_jobs SET run_at = now()')
    await jobs.drain()
    expect(calls).toEqual(['steady', 'shaky'])
  })

  test('does not run a job before it is due', async () => {
    jobs.handle('later', async () => void calls.push('later'))
    const runAt = new Date(clock.now().getTime() + MINUTE_MS)
    await withTransaction(database, (transaction) => jobs.add(transaction, 'later', {}, { runAt }))
    await jobs.drain()
    expect(calls).toEqual([])
  })

  const lockJobs = (by: string) =>
    database.$client.query(
      'UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = $1, attempts = 1 WHERE locked_at IS NULL',
      [by],
    )

  test('runs a job that a dead process left locked, and none of a living one', async () => {
    jobs.handle('held', async () => void calls.push('held'))
    const ran = new Promise<void>((resolve) => jobs.handle('left', async () => resolve()))
    await withTransaction(database, (transaction) => jobs.add(transaction, 'held', {}))
    await lockJobs('pool-alive')
    const living = holdWorkerLock(testDatabase.url, 'pool-alive', log)
    await living.requireHeld()
    await withTransaction(database, (transaction) => jobs.add(transaction, 'left', {}))
    await lockJobs('pool-dead')
    await jobs.start()
    await ran
    await jobs.stop()
    await living.release()
    expect(calls).toEqual([])
    await database.$client.query('DELETE FROM graphile_worker._private_jobs')
  })

  test('forgets a job of a process that died if the same job was added again meanwhile', async () => {
    const ran = new Promise<void>((resolve) => jobs.handle('replaced', async () => resolve()))
    const add = () =>
      withTransaction(database, (transaction) => jobs.add(transaction, 'replaced', {}, { key: 'replaced' }))
    const countJobs = async () => (await database.$client.query('SELECT FROM graphile_worker.jobs')).rowCount
    await add()
    await lockJobs('pool-dead')
    await add()
    expect(await countJobs()).toBe(2)
    await jobs.start()
    await ran
    await vi.waitFor(async () => expect(await countJobs()).toBe(0), 15_000)
    await jobs.stop()
  })

  test('takes no job while its own lock is lost, and holds it again within a second', async () => {
    const lock = holdWorkerLock(testDatabase.url, 'pool-cut-off', log)
    await lock.requireHeld()
    await database.$client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'tendwell worker lock' AND datname = current_database()`,
    )
    const readState = () => lock.requireHeld().then(() => 'held', String)
    await expect.poll(readState, { interval: 5 }).toContain('not held')
    await vi.waitFor(() => lock.requireHeld(), { interval: 5, timeout: 1_500 })
    const { rowCount } = await database.$client.query(
      `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = hashtext('pool-cut-off')::oid
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    )
    expect(rowCount).toBe(1)
    await lock.release()
  })

  test('has deleted every job that ran when it stops', async () => {
    let ran = 0
    const hundredth = new Promise<void>((resolve) =>
      jobs.handle('one of many', async () => {
        ran += 1
        if (ran === 100) resolve()
      }),
    )
    await withTransaction(database, async (transaction) => {
      for (let count = 0; count < 200; count += 1) await jobs.add(transaction, 'one of many', {})
    })
    await jobs.start()
    await hundredth
    await jobs.stop()
    const { rows } = await database.$client.query(
      'SELECT count(*)::int AS left, count(locked_at)::int AS locked FROM graphile_worker._private_jobs',
    )
    expect(rows).toEqual([{ left: 200 - ran, locked: 0 }])
    await database.$client.query('DELETE FROM graphile_worker._private_jobs')
  })

  test('rejects a second handler for the same name', () => {
    jobs.handle('twice', async () => {})
    expect(() => jobs.handle('twice', async () => {})).toThrow('declared twice')
  })
})
