import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { runCommand } from '../../../test/command.ts'
import { makeUser, type TestUser } from '../../../test/factories/accounts.ts'
import { run } from '../../commands/jobs.ts'
import { withTransaction } from '../../platform/database/database.ts'
import { FinalError } from '../../platform/jobs/jobs.ts'

let app: TestApp
let admin: TestUser
let isBroken: boolean
let calls: number

beforeAll(async () => {
  app = await testApp()
  app.deps.jobs.handle('test.letter', async () => {
    calls += 1
    if (isBroken) throw new FinalError('Refused for ada@example.test, see https://x.test/?token=abc')
  })
  admin = await makeUser(app, { role: 'admin' })
  await app.drain()
})
afterAll(() => app.close())
beforeEach(async () => {
  await query('DELETE FROM graphile_worker._private_jobs')
  isBroken = true
  calls = 0
})

const query = async (text: string) => (await app.deps.database.$client.query(text)).rows
const add = () =>
  withTransaction(app.deps.database, (transaction) => app.deps.jobs.add(transaction, 'test.letter', {}))
const list = async (state = 'failed') => {
  const { status, body } = await admin.client.get(`/api/admin-panel/jobs?state=${state}`)
  expect(status).toBe(200)
  return body.results
}
const act = (id: number, action: string) => admin.client.post(`/api/admin-panel/jobs/${id}/${action}`)
const audited = () =>
  query("SELECT actor_id, action, subject FROM audit_log WHERE subject LIKE 'job%' ORDER BY id DESC LIMIT 1")

/** @returns its id */
async function failOne(): Promise<number> {
  await add()
  await app.drain()
  const [job] = await list()
  return job.id
}

test('lists a failed job with its reason, but without addresses and tokens', async () => {
  const id = await failOne()
  expect(await list()).toEqual([
    {
      id,
      name: 'test.letter',
      state: 'failed',
      is_running: false,
      attempts: 1,
      max_attempts: 1,
      last_error: 'Refused for [address], see https://x.test/?token=[redacted]',
      created_at: expect.stringMatching(/Z$/),
      run_at: null,
    },
  ])
  expect(await list('waiting')).toEqual([])
})

test('lists the newest failed jobs first', async () => {
  const ids = [await failOne(), await failOne()]
  await query(
    `UPDATE graphile_worker._private_jobs SET run_at = run_at + interval '6 hours' WHERE id = ${ids[0]}`,
  )
  expect((await list()).map(({ id }: { id: number }) => id)).toEqual(ids.toReversed())
})

test('lists waiting and running jobs apart from failed ones', async () => {
  await add()
  expect(await list('waiting')).toMatchObject([{ state: 'waiting', is_running: false, attempts: 0 }])
  await query(
    "UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'pool-a', attempts = 25",
  )
  expect(await list('waiting')).toMatchObject([{ state: 'waiting', is_running: true }])
  expect(await list()).toEqual([])
})

test('a retried job runs again with all its attempts, and the audit log says who did it', async () => {
  const id = await failOne()
  isBroken = false
  expect(await act(id, 'retry')).toMatchObject({ status: 200, body: { message: 'Job started again' } })
  expect(await list('waiting')).toMatchObject([{ id, attempts: 0, max_attempts: 25 }])
  await app.drain()
  expect(calls).toBe(2)
  expect(await list()).toEqual([])
  expect(await audited()).toEqual([{ actor_id: admin.id, action: 'job.retried', subject: `job:${id}` }])
})

test('retries all failed jobs with one entry in the audit log', async () => {
  const retryAll = () => admin.client.post('/api/admin-panel/jobs/retry')
  await failOne()
  await failOne()
  isBroken = false
  expect(await retryAll()).toMatchObject({ status: 200, body: { message: '2 jobs started again' } })
  await app.drain()
  expect(calls).toBe(4)
  expect(await audited()).toEqual([{ actor_id: admin.id, action: 'job.retried', subject: 'jobs:failed' }])
  expect((await retryAll()).body).toEqual({ message: 'There are no failed jobs' })
})

test('a dropped job never runs again', async () => {
  const id = await failOne()
  expect(await act(id, 'drop')).toMatchObject({ status: 200, body: { message: 'Job dropped' } })
  expect(await list()).toEqual([])
  expect((await act(id, 'drop')).status).toBe(404)
  expect((await act(id, 'retry')).status).toBe(404)
  expect(await audited()).toEqual([{ actor_id: admin.id, action: 'job.dropped', subject: `job:${id}` }])
})

test('staff drop no job that has not failed', async () => {
  await add()
  const [waiting] = await list('waiting')
  expect(await act(waiting.id, 'drop')).toMatchObject({
    status: 409,
    body: { detail: 'Only a job that has failed can be dropped' },
  })
  expect(await list('waiting')).toHaveLength(1)
})

test('refuses to retry or drop a running job', async () => {
  const id = await failOne()
  await query("UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'pool-a'")
  for (const action of ['retry', 'drop']) expect((await act(id, action)).status).toBe(409)
  expect(await list('waiting')).toMatchObject([{ id, is_running: true }])
})

test('npm run jobs lists, retries and drops', async () => {
  const env = { DATABASE_URL: app.databaseUrl }
  expect(await runCommand(run, { env })).toEqual({
    code: 0,
    output: 'There are no failed jobs.\n',
    errors: expect.stringContaining('Database: '),
  })
  const id = await failOne()
  const listed = await runCommand(run, { env })
  expect(listed.output).toContain(`1 failed:\n  ${id}  test.letter  attempt 1 of 1, added `)
  expect(listed.output).toContain('\n    Refused for [address], see')
  expect((await runCommand(run, { env, args: ['--retry', 'all'] })).output).toBe('1 job started again\n')
  expect((await runCommand(run, { env, args: ['--retry', String(id)] })).output).toBe('Job started again\n')
  expect((await runCommand(run, { env, args: ['--state', 'waiting'] })).output).toContain(`  ${id}  `)
  expect((await runCommand(run, { env, args: ['--drop', String(id)] })).output).toBe('Job dropped\n')
  expect(await audited()).toEqual([{ actor_id: null, action: 'job.dropped', subject: `job:${id}` }])
  expect(await runCommand(run, { env, args: ['--drop', String(id)] })).toMatchObject({
    code: 1,
    errors: expect.stringContaining('There is no such job'),
  })
  expect((await runCommand(run, { env, args: ['--retry', 'x'] })).errors).toContain(
    'needs the number of a job',
  )
  expect((await runCommand(run, { env, args: ['--state', 'x'] })).errors).toContain(
    'must be failed or waiting',
  )
})
